### number
title = O que o contador mostra
intro = O contador soma a entrada e a saída de cada chamada. Vá até o passo antes de a compactação disparar.
counter = Quanto o contador mostra quando a compactação dispara?
    .hint-1 = Cada chamada soma a sua entrada e a sua saída.
    .hint-2 = Veja as respostas antes da verificação, uma a uma.
    .hint-3 = É a primeira soma que atinge o limiar.
    .because = Toda requisição repete o histórico, e o contador o soma de novo a cada vez.
    .says-window = Isso é o que a janela contém. Estaria certo em um harness que compara a ocupação.
### choice
title = A janela nova
intro = A compactação está para começar. O que vem depois fica oculto até você responder.
fresh = Quantas mensagens há na janela quando a compactação termina?
    .hint-1 = As mensagens antigas não são mantidas.
    .hint-2 = De que se compõe uma mensagem de reinício?
    .hint-3 = O resumo e o NOTES.md entram juntos.
    .because = As mensagens são substituídas por atacado pela mensagem de reinício.
    .says-append = Estaria certo em um harness que acrescenta a mensagem de reinício. Ali nada sai da janela.
    .says-before = Essa é a quantidade de antes.
### claims
title = Depois que o contador volta a 0
intro = A compactação terminou, e o contador foi zerado.
after-reset = O que vale logo depois que o contador volta a 0? Escolha tudo o que vale.
    .option-counter = O contador está em 0.
    .option-spend = O gasto está em 0.
    .option-one-message = Há uma única mensagem na janela.
    .hint-1 = Dois medidores usam os mesmos números e não são o mesmo.
    .hint-2 = Qual deles trata de uma janela, e qual da execução inteira?
    .hint-3 = O que foi pago continua pago.
    .because = O contador pertence a uma janela e recomeça com ela. O gasto pertence à execução.
    .says-spend = O gasto nunca é zerado. Estaria certo em um harness com uma só variável para os dois.
### order
title = A ordem de uma compactação
intro = Quatro passos formam uma compactação. A ordem deles decide se a próxima janela fica completa.
steps = Ponha os passos em ordem.
    .option-asked = O resumo é pedido.
    .option-reread = O NOTES.md é lido de volta.
    .option-replaced = As mensagens são substituídas.
    .option-reset = O contador volta a 0.
    .hint-1 = Nada pode ser substituído antes de haver algo para pôr no lugar.
    .hint-2 = A mensagem de reinício leva o resumo e as notas.
    .hint-3 = O contador vem por último.
    .because = Se o resumo falha, nada pode ter mudado. Por isso ele vem primeiro, e o contador por último.
### pick-line
title = A linha que zera o contador
intro = O programa ao lado é o harness que foi executado.
line = Qual linha zera o contador?
    .hint-1 = Ela fica na função que abre a janela nova.
    .hint-2 = Ela atribui um número.
    .hint-3 = Ela vem logo abaixo da linha que substitui as mensagens.
    .because = A janela nova é contada a partir do resumo; por isso o contador começa em 0.
    .says-check = Essa linha apenas compara.
### pick-blocks
title = O que fica na janela
intro = A compactação disparou. Veja as mensagens na janela.
blocks = Quais destas mensagens ainda estão lá depois da compactação? Escolha todas, ou nenhuma.
    .hint-1 = De que é feita a janela depois de um reinício?
    .hint-2 = A mensagem de reinício é nova.
    .hint-3 = Nada é levado adiante palavra por palavra.
    .because = Todas são substituídas por uma única mensagem de reinício.
    .says-append = Estaria certo em um harness que acrescenta a mensagem de reinício.
### facts
title = O que se perde
intro = A execução descobriu várias coisas. Depois da compactação, cada uma está na janela, no NOTES.md ou perdida.
lost = Quais fatos a primeira compactação perde?
    .hint-1 = Leia o resumo e depois o NOTES.md.
    .hint-2 = O que não está em nenhum dos dois?
    .hint-3 = Veio de um resultado de ferramenta, e ninguém o anotou.
    .because = Um resumo é uma seleção. O que não está nem nele nem nas notas tem de ser descoberto de novo.
    .says-noted = Isso está no NOTES.md e volta com o reinício.
### dials
title = Uma razão que funciona
intro = Com esta razão, o limiar fica perto demais do limite da janela.
ratio = Ajuste a razão para que a compactação dispare e a execução ainda chegue à resposta.
    .goal-fires = A compactação dispara pelo menos uma vez.
    .goal-answered = A execução chega à resposta.
    .hint-1 = O limiar é a janela vezes a razão.
    .hint-2 = Qual é o maior valor a que o contador chega antes da última chamada?
    .hint-3 = Tente uma razão em torno de um meio.
    .because = Abaixo do limite é preciso haver espaço para a próxima requisição e para a própria compactação.
    .says-high = O contador não chega até lá antes de a execução terminar.
### code
title = A linha que falta
intro = Esta parte do harness abre a janela nova. Falta uma linha.
fix = Complete a função para que o contador recomece depois de cada compactação.
    .goal-answered = A execução chega à resposta.
    .goal-reset = Depois de cada compactação, o contador recomeça em 0.
    .goal-one-message = A janela nova começa com uma única mensagem.
    .hint-1 = Que variável a verificação compara?
    .hint-2 = O momento certo é quando as mensagens já foram substituídas.
    .hint-3 = Zere `tokensUsed` na linha antes da chamada de `onCompact`.
    .because = O contador pertence a uma janela. Com uma janela nova ele recomeça.
    .says-append = As mensagens antigas continuam lá: a mensagem de reinício foi acrescentada depois delas.
### explain
title = Com as suas palavras
intro = Veja a execução inteira mais uma vez.
why = Por que as mensagens são substituídas por atacado, em vez de receberem mais uma? Escreva duas ou três frases.
    .hint-1 = Quanto pesaria a próxima requisição se elas ficassem?
    .hint-2 = Com o que o contador é comparado?
    .hint-3 = Pense na segunda compactação.
    .because = Uma boa resposta diz que só o que sai da janela abre espaço, e que o resumo e as notas levam adiante o que é preciso.
