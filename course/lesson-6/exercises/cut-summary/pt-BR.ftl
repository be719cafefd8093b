title = Um resumo cortado
intro = A chamada de compactação tem um limite de saída próprio. Um resumo que esbarra nele volta com o stop reason `max_tokens` e termina no meio de uma frase.

still-there = O resumo voltou, e nada mais aconteceu ainda. Quantas mensagens há na janela?
    .hint-1 = Pedir não é substituir.
    .hint-2 = Avance até o momento em que o resumo volta e conte as mensagens.
    .hint-3 = São tantas quantas antes do pedido.
    .because = Até que o resumo seja aceito, a janela antiga fica intacta; por isso, um resumo ruim custa uma chamada e nada do histórico.
    .says-replaced = Isso vem depois. Estaria certo em um harness que esvazia a janela antes de pedir.

changed = O que mudou desde o momento anterior ao pedido do resumo? Marque todas as opções corretas.
    .option-spend = O gasto
    .option-counter = O contador da aula
    .option-window = O que a janela contém
    .option-notes = O NOTES.md
    .hint-1 = Compare os dois passos, medidor por medidor.
    .hint-2 = A chamada de compactação não é uma das chamadas do loop.
    .hint-3 = Algo foi pago. Nada mais aconteceu.
    .because = A chamada do resumo é paga e deixa todo o resto como está. É isso que permite jogar fora um resumo ruim sem risco.
    .says-counter = O contador conta as chamadas do loop. A resposta à chamada de compactação nunca entra no loop.
    .says-window = O resumo fica ao lado da janela até que as mensagens sejam substituídas.
    .says-notes = Quem grava as notas é o agente, em suas próprias chamadas. Uma compactação apenas as lê.

no-limit = Imagine que o resumo não tivesse limite e fosse tão longo quanto o histórico. Quantos tokens teria a janela nova da execução de referência?
    .hint-1 = Abra o mundo em que o resumo não tem limite.
    .hint-2 = Vá ao passo em que o contador é zerado e leia a ocupação.
    .hint-3 = É mais do que a janela continha quando a verificação disparou: { $filled } tokens.
    .because = Uma compactação só ajuda se o resumo for muito mais curto do que o que substitui. O limite obriga a isso, e pelo mesmo motivo um resumo pode esbarrar nele.
    .says-limited = Essa é a janela nova com o limite. A ideia por trás é que uma compactação sempre ajuda.
    .says-empty = Esse é o contador, que foi zerado. Ele não diz nada sobre o que a janela contém.

mid-sentence = Um resumo de repasse termina assim: “`updateStatus` lê o pedido, verifica a transição e então executa”. O stop reason é `max_tokens`. O que um harness deve fazer com ele, o que não pode fazer, e por quê? Escreva duas ou três frases.
    .hint-1 = Que parte de um resumo costuma ficar no fim?
    .hint-2 = O que se perde se as mensagens forem substituídas por este texto? E se não forem?
    .hint-3 = Veja o que o `compact` da aula faz quando uma resposta não para com `end_turn`.
    .because = No fim de um resumo ficam os problemas em aberto e o próximo passo, e ninguém os recupera depois que as mensagens se foram. Por isso um resumo assim é recusado, as mensagens antigas ficam, e o harness pode pedir de novo, um número limitado de vezes. O harness da aula termina com um erro; um harness de produção antes tenta de novo.
