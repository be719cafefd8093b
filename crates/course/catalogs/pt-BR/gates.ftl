# Predictions: questions that are asked before a step is shown.

gates-heading = Preveja
gates-switch = Previsões
gates-start = Prever enquanto avança
gates-invite = { $count ->
    [one] A página pode parar antes de um momento decisivo
   *[other] A página pode parar antes de { $count } momentos decisivos
} e perguntar o que vem a seguir. O que está adiante fica oculto até você responder ou pular.
gates-progress = { $right } de { $answered } { $answered ->
    [one] certa
   *[other] certas
} na primeira tentativa

gates-opened = Há uma pergunta antes do próximo passo.
gates-wanted = Você pediu um passo mais adiante. Esta pergunta está no caminho.
gates-number = Um número inteiro de tokens
gates-sure = Quanta certeza você tem? (opcional)
gates-sure-1 = pouca
gates-sure-2 = alguma
gates-sure-3 = muita
gates-commit = Confirmar e avançar
gates-skip = Pular
gates-skip-all = Pular todas no caminho
gates-later = Fechar a pergunta
gates-see = Avançar e ver
gates-missing = Dê uma resposta primeiro, ou pule a pergunta.
gates-again = Não é isso. Sua primeira resposta fica registrada. Tente mais uma vez, ou avance e veja.

gates-right = Certo
gates-wrong = Não é isso
gates-right-second = Certo na segunda tentativa
gates-skipped = Previsão pulada.
gates-said-right = Certo: { $fact }.
gates-said-second = Certo na segunda tentativa: { $fact }.
gates-said-wrong = Não é isso. Você previu: { $answer }. A execução mostra: { $fact }.
gates-predicted = Você previu
gates-second = Segunda tentativa
gates-fact = A execução mostra
gates-ghost = previsto: { $value }
gates-would = A resposta “{ $answer }” estaria certa se { $what }.
gates-would-mild = Depende do harness: a resposta “{ $answer }” estaria certa se { $what }.
gates-would-none = Nenhum harness desta página leva a “{ $answer }”.
gates-open-world = Abrir esse mundo
gates-because = Porque… (opcional; fica neste dispositivo e não é avaliado)
gates-close = Fechar

gates-step-counter = passo { $step }
gates-valuetext = Passo { $step }, { $title }: contador { $accumulated }, ocupação { $occupancy }, limiar { $threshold }. Há uma pergunta adiante.
gates-help-choose = Escolher uma resposta
gates-help-commit = Confirmar a resposta

## Questions

gates-ask-request = Quantos tokens de entrada terá a chamada { $call }?
gates-ask-counter = Em quanto fica o contador da aula depois da resposta à chamada { $call }?
gates-ask-fires = Os resultados de ferramenta já estão na janela. A compactação dispara agora?
gates-ask-covers = Qual é a mensagem mais nova que o resumo vai abranger?
gates-ask-reads = O que o harness vai ler como NOTES.md para o reinício?
gates-ask-replaces = Quantas mensagens há na janela depois da substituição?
gates-ask-occupancy = Em quanto fica a ocupação quando o contador é zerado?

## Answers

gates-value-messages = { $value ->
    [0] nenhuma
    [one] { $value } mensagem
   *[other] { $value } mensagens
}
gates-value-fires = { $value ->
    [0] Não, o loop continua
   *[other] Sim, dispara
}
gates-value-notes = { $value ->
    [-1] nada, o resumo entra sozinho
    [0] o texto “ainda vazio”
   *[other] a versão { $value }
}
gates-value-message = mensagem { $number }: { $kind }
gates-value-gone = uma mensagem que já saiu

## What would have to be so

gates-what-lastOnly = só a última mensagem fosse enviada
gates-what-newest = só contasse o tamanho da mensagem mais nova
gates-what-counterSent = uma requisição fosse tão grande quanto o contador
gates-what-occupancy = o contador mostrasse o que a janela contém
gates-what-inputOnly = só a entrada fosse contada
gates-what-noReset = o contador não fosse zerado
gates-what-startsFull = o contador partisse do tamanho da janela nova
gates-what-thresholdAtLimit = o limiar ficasse no limite
gates-what-occupancyCompared = a ocupação fosse comparada com o limiar
gates-what-counterCompared = o contador da aula fosse comparado com o limiar
gates-what-checkEarly = a verificação viesse antes de anexar os resultados de ferramenta
gates-what-staleNotes = o reinício levasse as notas como eram no início da execução
gates-what-firstNotes = o reinício levasse sempre a primeira versão
gates-what-notesInSystem = as notas ficassem no prompt de sistema de cada chamada
gates-what-append = a mensagem de reinício fosse acrescentada ao histórico
gates-what-cutPair = a última mensagem ficasse depois do resumo
gates-what-cleared = a janela fosse esvaziada e nada entrasse
gates-what-emptied = zerar o contador também esvaziasse a janela
