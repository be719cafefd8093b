# What is said of an answer to a task. A named wrong answer has words of its own, in the exercise.

verdict-passed = Está certo.
verdict-kept = Suas palavras foram guardadas.
verdict-named = Ainda não é isso.
verdict-low = O número certo é maior.
verdict-high = O número certo é menor.
verdict-missing = { $count ->
    [one] Tudo o que você marcou está certo; falta um item.
   *[other] Tudo o que você marcou está certo; faltam { $count } itens.
}
verdict-extra = { $count ->
    [one] Um dos itens marcados não faz parte da resposta.
   *[other] { $count } dos itens marcados não fazem parte da resposta.
}
verdict-order = { $count ->
    [0] O primeiro item já está fora do lugar.
    [one] O primeiro item está no lugar; o seguinte, não.
   *[other] Os { $count } primeiros itens estão no lugar; o seguinte, não.
}
verdict-line = É outra linha.
verdict-goal = Este objetivo não foi atingido: { $goal }
verdict-held = Em outro cenário, que não é mostrado, este objetivo não foi atingido: { $goal }
verdict-fuel = O programa foi interrompido: deu passos demais, como um loop infinito, usou mais memória ou pilha do que tem, ou espera por algo que nunca chega.
verdict-stuck = O programa foi interrompido: não chegou ao fim no tempo de espera, porque uma única operação demora demais, como inverter ou ordenar uma lista enorme.
verdict-sandbox = Não foi possível testar o programa, e isso nada diz sobre ele: a sandbox não iniciou. ({ $detail })
verdict-threw = O programa terminou com um erro: { $name }: { $message }{ $line ->
    [0] {""}
   *[other] {" "}(linha { $line })
}
verdict-script-ended = A execução não terminou: depois de { $calls ->
    [one] { $calls } chamada
   *[other] { $calls } chamadas
}, não havia nada preparado para o que ela ainda pediu. Escolha valores mais próximos do início.
verdict-no-run = Essa execução não existe: { $detail ->
    [patch-ratio] a razão não deixa limiar
    [patch-window] a janela não tem limiar com esta razão
    [patch-no-room] o limiar não fica abaixo da janela menos a reserva
   *[other] estes valores não combinam
}. Escolha outros valores.
verdict-course = Não é possível verificar: a falha é do curso e nada diz sobre a sua resposta. ({ $detail })
