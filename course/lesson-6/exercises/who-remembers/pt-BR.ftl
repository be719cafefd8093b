title = Quem se lembra?
intro = Uma conversa dá a impressão de que o modelo se lembra dela. Veja o que é enviado.

second-request = A chamada 1 enviou { $firstRequest } tokens. A resposta tem { $firstReply } tokens, e os resultados de ferramenta, { $firstResults }. Qual é o tamanho da requisição da chamada 2?
    .hint-1 = O que o modelo sabe da chamada 1 quando recebe a chamada 2?
    .hint-2 = O harness envia sua lista inteira de mensagens. O que há nessa lista agora?
    .hint-3 = Tudo o que foi enviado antes, a resposta e os resultados.
    .because = O provedor não guarda nada entre duas chamadas. A memória é o harness: ele envia tudo de novo, inclusive as respostas do próprio modelo.
    .says-last-only = Estaria certo em um harness que envia só a mensagem mais nova. A ideia por trás é que o modelo se lembra do resto.
    .says-new-only = Esses são só os resultados novos. Estaria certo se uma chamada continuasse de onde a última parou.

forgetful = Imagine que o harness enviasse a cada vez só a mensagem mais nova. Como a execução terminaria?
    .option-answered = Com uma resposta: o modelo sabe o resto.
    .option-refused = O provedor recusa uma requisição.
    .option-overflowed = Uma requisição não cabe na janela.
    .hint-1 = Qual é a mensagem mais nova quando a chamada 2 sai?
    .hint-2 = Ela contém resultados de ferramenta. A que se refere um resultado?
    .hint-3 = Abra esse mundo e avance até a segunda chamada.
    .because = A segunda requisição contém resultados sem a chamada a que respondem. E, mesmo sem essa falha, o modelo nem saberia qual é a tarefa.
    .says-answered = Essa é a ideia de que o harness só mostra aquilo de que o modelo se lembra. Por trás desta interface não há modelo com uma memória assim.
    .says-overflowed = Essas requisições são minúsculas. Estaria certo em um harness que nunca encurta nada.
