title = Leia o log
intro = Percorra a execução de referência uma vez, da primeira chamada até a resposta. Depois responda com base no que viu.

compaction-calls = A execução faz várias chamadas ao modelo. Quantas delas foram feitas para a compactação?
    .hint-1 = A maioria das chamadas leva a conversa e as ferramentas. Um tipo não leva.
    .hint-2 = Procure no log uma linha que comece com >>> em vez de informar um stop_reason.
    .hint-3 = A chamada { $compactionCall } é uma dessas. Conte quantas vezes isso acontece.
    .because = Uma compactação é uma chamada à parte: vão uma instrução e o histórico como texto, e volta um resumo. Ela é paga como qualquer outra e conta entre as chamadas da execução.
    .says-all = Esse é o total de chamadas. Estaria certo em um harness que pede um resumo todas as vezes; aqui, as chamadas do próprio loop estão nesse número.
    .says-checks = Esse é o número de vezes em que o harness verificou e não disparou. Uma verificação é uma comparação no programa e não chama ninguém.

after-reset = O contador foi zerado. O que é verdade nesse passo? Marque todas as opções corretas.
    .hint-1 = Há três medidores, e zerar diz respeito a só um deles.
    .hint-2 = Vá ao passo em que o contador é zerado e leia os medidores e a lista de mensagens.
    .hint-3 = O que foi pago continua pago, e o resumo precisa estar em algum lugar.
    .because = Zerar diz respeito apenas ao contador da aula. A janela nova não está vazia: tem o prompt de sistema, as ferramentas e uma mensagem com o resumo e as notas.
    .option-counter = O contador da aula está em 0.
    .option-spend = O gasto está em 0.
    .option-one-message = Há uma mensagem na janela.
    .option-empty = A janela está vazia.
    .says-spend = O gasto nunca volta atrás. Se voltasse, não haveria como respeitar um orçamento na execução inteira.
    .says-empty = Uma janela vazia seria a de um harness que joga o histórico fora. Este reinicia a partir de um resumo, e por isso { $fresh } tokens estão em uso.
