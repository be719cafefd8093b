title = Três posições
intro = O loop está certo quando três coisas estão em seu lugar: a verificação, a substituição e a volta do contador a 0.

order = A resposta à chamada 3 chegou. Ponha em ordem o que vem depois.
    .option-ran = Uma ferramenta é executada.
    .option-appended = Os resultados de ferramenta são anexados.
    .option-crossed = A verificação constata que o limiar foi atingido.
    .option-asked = O resumo é pedido.
    .option-replaced = As mensagens são substituídas por atacado.
    .option-reset = O contador volta a 0.
    .option-called = A próxima requisição sai.
    .hint-1 = O que precisa estar na janela para entrar no resumo?
    .hint-2 = A verificação fica entre dois passos: depois dos resultados mais novos e antes da próxima requisição.
    .hint-3 = Ferramenta, resultados, verificação. Depois a compactação, do pedido do resumo até o contador voltar a 0. A requisição vem por último.
    .because = Logo depois dos resultados e antes da próxima requisição: o resumo abrange tudo, e nenhuma requisição sai acima do limiar.
    .says-early = Essa é a ordem de um harness que verifica cedo demais. Os resultados mais novos não entram no que é resumido e chegam depois do reinício sem a chamada a que respondem.
    .says-late = Essa é a ordem de um harness que verifica tarde demais: mais uma requisição sai acima do limiar antes que alguém olhe.

late-check = O código mostrado tem um erro: uma requisição sai acima do limiar. Aponte a linha que está fora do lugar.
    .hint-1 = Acompanhe uma rodada pelo loop e anote quando o limiar é consultado.
    .hint-2 = Encontre a linha que compara. O que aconteceu desde que os resultados foram anexados?
    .hint-3 = A comparação fica logo depois da chamada ao modelo, onde a resposta chega.
    .because = A verificação deve ficar depois dos resultados da mesma rodada. Aqui ela espera a próxima resposta, e para obtê-la uma requisição precisa sair.
    .says-replace = A substituição está onde deve. Seria a linha a examinar se a janela crescesse em uma compactação.
    .says-reset = A linha que zera o contador está em seu lugar. Seria a linha a examinar se a compactação disparasse a cada turno seguinte.

replaces = Neste passo, { $before } mensagens saem da janela e uma entra. Qual linha faz isso?
    .hint-1 = Procure uma linha que dê um novo valor à lista de mensagens.
    .hint-2 = Ela fica na função que abre a janela nova.
    .hint-3 = Duas linhas abaixo da chamada a `compact`.
    .because = Uma atribuição, não um push: o que a lista continha antes deixa de ser enviado. Essa é a substituição por atacado.
    .says-summary = Pedir o resumo ainda não muda nada na janela. Seria a linha certa se a compactação acontecesse dentro do modelo.
    .says-reset = Zerar muda um número. Estaria certo se o contador fosse a janela.
