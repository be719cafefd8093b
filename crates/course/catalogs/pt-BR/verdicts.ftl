# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = Está certo.
verdict-kept = Suas palavras foram guardadas.
verdict-named = Ainda não.
verdict-low = Ainda não: o número é maior.
verdict-high = Ainda não: o número é menor.
verdict-missing = Ainda não: { $count ->
    [one] falta { $count }
   *[other] faltam { $count }
}, e nada está errado.
verdict-extra = Ainda não: { $count ->
    [one] sobra { $count }
   *[other] sobram { $count }
}.
verdict-order = Ainda não: { $count ->
    [0] o primeiro está fora do lugar
    [one] só o primeiro está no lugar; o seguinte, não
   *[other] os { $count } primeiros estão no lugar; o seguinte, não
}.
verdict-line = Ainda não: é outra linha.
verdict-goal = Ainda não: uma meta não foi atingida.
verdict-held = Ainda não: em outro cenário, que não é mostrado, uma meta não foi atingida.
verdict-fuel = O programa não terminou: foi parado depois de muitíssimos passos, como um laço sem fim seria, ou espera por algo que nunca chega.
verdict-sandbox = Não foi possível testar o programa, e isso nada diz sobre ele: a sandbox não iniciou. ({ $detail })
verdict-threw = O programa não pôde ser executado: { $name }: { $message }{ $line ->
    [0] {""}
   *[other] {" "}(linha { $line })
}
verdict-script-ended = A execução não terminou: depois de { $calls ->
    [one] { $calls } chamada
   *[other] { $calls } chamadas
}, não havia nada preparado para o que ela pediu. Escolha valores mais próximos do início.
verdict-no-run = Não há tal execução: { $detail ->
    [patch-ratio] a razão não deixa limiar
    [patch-window] a janela não tem limiar com esta razão
    [patch-no-room] o limiar não fica abaixo da janela menos a reserva
   *[other] estes valores não combinam
}. Escolha outros valores.
verdict-course = Não é possível verificar: a falha é do curso e nada diz sobre a sua resposta. ({ $detail })
