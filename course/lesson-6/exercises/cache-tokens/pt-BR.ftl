title = Tokens do cache
intro = A chamada { $lastCall } informa { $lastInput } tokens de entrada, { $lastCached } lidos do cache e { $lastOutput } de saída. Um provedor que lê do cache o começo de uma requisição informa essa parte separadamente.

counted = Quanto o contador da aula sobe com esta chamada?
    .hint-1 = Leia a função que acompanha o uso: ela diz quais valores soma.
    .hint-2 = Ela soma dois dos três valores.
    .hint-3 = O valor do cache é o que ela não conhece.
    .because = O contador foi feito para entrada e saída. O que vem do cache não está em nenhuma das duas; por isso, o contador não o vê.
    .says-all = Isso é o que a chamada de fato processou e o quanto o gasto sobe. Estaria certo em um harness que também conta os tokens do cache.
    .says-output = Essa é só a resposta. Estaria certo se uma requisição não custasse nada.

grew = Quanto a ocupação sobe da resposta à chamada 5 até a resposta a esta chamada?
    .hint-1 = A ocupação pergunta o que entrou na janela entre esses dois passos.
    .hint-2 = Entraram duas coisas: os resultados de ferramenta da rodada anterior e esta resposta.
    .hint-3 = Leia a ocupação nas duas respostas e subtraia.
    .because = Venha do cache ou não, o prefixo está na janela. Três medidores, três valores para uma chamada: cada um responde a uma pergunta diferente.
    .says-counter = Esse é o aumento do contador. Aqui ele fica perto por acaso: não vê o cache e conta de novo uma parte do histórico.
    .says-all = Isso é tudo o que a chamada processou. A maior parte já estava na janela, que portanto não cresceu com isso.

cached-provider = Imagine um provedor que lê do cache quase tudo de cada requisição. O que o contador da aula faria em uma execução longa, e o que aconteceria com a compactação? Escreva duas ou três frases.
    .hint-1 = Pergunte-se com que rapidez o contador subiria e com que rapidez a janela encheria.
    .hint-2 = Compare os dois medidores no fim desta execução: a distância ficou pequena.
    .hint-3 = Um contador abaixo da ocupação dispara tarde demais, ou só depois que a janela está cheia.
    .because = Com tudo no cache, o contador vê pouco mais que as respostas. Ele pode ficar abaixo do limiar enquanto a janela enche até o limite. Por isso os harnesses de produção disparam pela ocupação.
