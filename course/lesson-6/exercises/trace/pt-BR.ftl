title = Faça o teste de mesa
intro = Uma janela de { $traceWindow } tokens, razão { $traceRatio }. Quatro turnos informam um uso de { $turn1 }, { $turn2 }, { $turn3 } e { $turn4 } tokens. Vá somando no papel; a execução fica oculta até você responder.

threshold = Onde fica o limiar?
    .hint-1 = O limiar é uma parte da janela.
    .hint-2 = Dois números da introdução bastam.
    .hint-3 = Multiplique { $traceWindow } por { $traceRatio }.
    .because = Janela vezes razão. O que fica acima é a folga para a requisição que ainda vem.
    .says-window = Esse é o limite da janela. Uma verificação que espera por ele não deixa espaço para a próxima requisição.
    .says-headroom = Essa é a folga, a parte acima do limiar. Subtraia-a da janela.

turn = Depois de qual turno a compactação dispara?
    .hint-1 = Escreva as somas uma abaixo da outra e compare cada uma com o limiar.
    .hint-2 = As três primeiras somas terminam em { $sum3 }.
    .hint-3 = { $sum3 } fica abaixo de { $traceThreshold }. Some { $turn4 }.
    .because = A verificação fica no fim de cada rodada. { $sum4 } é a primeira soma que não fica abaixo de { $traceThreshold }.
    .says-exact = Estaria certo com a razão { $exactRatio }: ali o limiar é { $exactThreshold }, e uma soma igual a ele dispara. Aqui ainda há espaço.
    .says-compaction-call = Esse é o número da própria chamada de compactação. O turno que a provoca vem antes.

at-fire = O que o contador mostra nesse momento?
    .hint-1 = É a soma que fez a verificação disparar.
    .hint-2 = Nada é cortado no limiar.
    .hint-3 = Some os quatro valores.
    .because = O contador mostra o que foi somado e pode ficar bem acima do limiar: ele avança em passos do tamanho de um turno.
    .says-threshold = Essa é a marca. O contador não para nela; o turno que a ultrapassa conta por inteiro.
    .says-window = Isso é o que a janela de fato contém. Estaria certo em um harness que compara a ocupação, mas ali nada dispararia ainda.

next-call = A compactação terminou. A próxima chamada informa { $nextInput } tokens de entrada e { $nextOutput } de saída. O que o contador mostra depois dela?
    .hint-1 = O que acontece com o contador depois de uma compactação bem-sucedida?
    .hint-2 = A janela nova é contada a partir do resumo.
    .hint-3 = Comece em 0 e some os dois valores.
    .because = Zerado, o contador fala apenas da janela nova. A próxima verificação compara essa soma pequena com o limiar.
    .says-no-reset = Estaria certo em um harness que se esquece de zerar o contador. A ideia por trás é que o contador volta sozinho junto com a janela; ali, a próxima verificação dispararia de imediato.
    .says-output = Essa é só a resposta. A entrada também conta.
