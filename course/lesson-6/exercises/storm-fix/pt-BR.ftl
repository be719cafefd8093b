title = Acabe com a tempestade
intro = O código abaixo compacta { $stormCompactions } vezes quando { $soundCompactions } bastam. A causa você já conhece. Conserte o código.

fix = Mude esta parte do harness para que, depois de cada compactação, venham turnos sem compactação. Uma linha basta.
    .goal-answered = A execução chega à resposta.
    .goal-reset = Depois de cada compactação, o contador recomeça em 0.
    .goal-as-often = Não há mais compactações do que a tarefa exige.
    .goal-one-message = A janela nova começa com uma única mensagem.
    .goal-notes = O NOTES.md é lido de volta a cada reinício.
    .hint-1 = Que variável a verificação compara, e o que ela conta?
    .hint-2 = A janela nova é contada a partir do resumo. O momento certo é quando as mensagens já foram substituídas.
    .hint-3 = Zere o contador desta janela na linha antes da chamada de `onCompact`.
    .because = O contador pertence a uma janela. Com uma janela nova ele recomeça, e só depois que o resumo chegou e as mensagens foram substituídas: se a compactação falha, nada pode ter mudado.
    .says-no-reset = A tempestade continua: o contador que a verificação compara está onde estava. Uma variável de mesmo nome dentro da função é outra variável.
    .says-append = A tempestade acabou, mas as mensagens antigas continuam lá: a mensagem de reinício foi acrescentada depois delas. A janela está tão cheia quanto antes.
    .says-no-notes = A tempestade acabou, mas o reinício não leva mais o NOTES.md. O que o resumo deixa de fora agora se perde.
    .says-spent = Esse é o contador da execução inteira, que o orçamento observa. Ele nunca é zerado.
