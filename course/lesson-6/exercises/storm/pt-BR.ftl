title = A tempestade
intro = De novo a tarefa do último item, em um loop no qual falta uma linha. Ele ainda chega à resposta. Observe o que faz no caminho.

how-often = Em quantos turnos desta execução a compactação dispara?
    .hint-1 = Avance de compactação em compactação e conte.
    .hint-2 = Depois da primeira, olhe a verificação de cada turno.
    .hint-3 = Os dois primeiros turnos não disparam. Todos os seguintes com resultados de ferramenta disparam.
    .because = Depois que o contador passou do limiar, nunca mais volta a ficar abaixo; por isso, cada turno seguinte compacta.
    .says-sound = Estaria certo no harness que zera o contador. Este não zera.
    .says-every = Esse é o total de turnos com resultados de ferramenta. Os primeiros ficaram abaixo do limiar: uma tempestade precisa de uma primeira compactação para começar.

cause = Por que a compactação dispara de novo já no turno seguinte? Marque a opção correta.
    .option-counter = O contador ainda está no limiar ou acima quando a próxima requisição sai.
    .option-window = A própria janela nova está no limiar ou acima.
    .option-summary = O resumo é tão longo quanto o limiar.
    .option-notes = As notas nunca são lidas de volta.
    .hint-1 = O que a verificação compara, e com o quê?
    .hint-2 = Vá ao passo em que a chamada 5 sai e leia os dois medidores.
    .hint-3 = A ocupação caiu. E o contador?
    .because = O contador está em { $stormCounter } quando a janela nova começa, acima do limiar de { $stormThreshold }. O que ele conta é uma janela que já não existe.
    .says-window = A janela encolheu, sim. Com uma janela que continua cheia também haveria tempestade, e zerar não ajudaria: o piso dela seria alto demais.
    .says-summary = O resumo é curto. Um harness sem limite para o resumo pode cair nisso.
    .says-notes = Elas são lidas a cada reinício. Notas que faltam custam fatos, não compactações.

line = Onde está o erro no código mostrado? Aponte o lugar.
    .hint-1 = Uma compactação faz três coisas no final. Compare com a execução de referência.
    .hint-2 = As notas são lidas, as mensagens são substituídas. O que deveria vir depois?
    .hint-3 = Olhe logo depois da linha que substitui as mensagens.
    .because = Uma linha acaba com a tempestade: depois da substituição, o contador é zerado.
    .says-check = A comparação está certa. O valor que ela recebe é que pertence à janela antiga.
    .says-restart = O reinício leva o resumo e as notas, como deve.

far-below = Quantos tokens a janela contém quando a compactação dispara pela segunda vez?
    .hint-1 = A pergunta é sobre a janela, não sobre o que a verificação compara.
    .hint-2 = Salte até a segunda compactação e leia a ocupação.
    .hint-3 = É menos de um quarto do limiar.
    .because = A verificação dispara muito abaixo do limiar real. Nada precisava ser reduzido.
    .says-counter = Esse é o contador. Estaria certo se o contador mostrasse o que a janela contém; sem ser zerado, ele mostra o passado.
    .says-threshold = É ali que a compactação deveria disparar. Estaria certo em um harness que compara a ocupação.

wasted = Quantas chamadas ao modelo esta execução faz a mais que a mesma tarefa com o contador zerado?
    .hint-1 = Duas execuções, uma tarefa. Compare os totais.
    .hint-2 = A execução correta compacta { $soundCompactions } vezes; esta, { $stormCompactions } vezes.
    .hint-3 = Cada compactação é uma chamada. Conte só as que sobram.
    .because = Uma chamada desperdiçada por turno: tempo, e mais uma passagem por um resumo em que detalhes podem se perder.
    .says-all = Essas são todas as compactações. A execução correta também precisa de algumas.
    .says-calls = Essa é a execução inteira. As chamadas que fazem o trabalho são necessárias de qualquer forma.

consequence = O que uma tempestade custa, além das chamadas? Veja o que as duas execuções ainda sabem no fim e escreva duas ou três frases.
    .hint-1 = Abra o registro de fatos nos dois mundos.
    .hint-2 = Compare a última compactação desta execução com a última da execução correta.
    .hint-3 = Um resumo de um resumo de um resumo: pense no que cada um deixa de fora.
    .because = Cada turno paga uma chamada que não faz trabalho nenhum, a tarefa demora mais, e tudo passa por mais um resumo. Uma janela de { $secondWindow } tokens é jogada fora, embora ainda tivesse espaço. Só os tokens não mostram isso, pois janelas minúsculas fazem requisições pequenas: olhe as chamadas, o tempo e os fatos.
