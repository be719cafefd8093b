title = Dois medidores, duas respostas
intro = O contador da aula soma o que cada chamada informa. A ocupação pergunta quanto da janela está ocupado agora.

after-call-3 = A chamada 3 está saindo. A resposta vai informar { $input3 } tokens de entrada e { $output3 } de saída; o contador está em { $counter2 }. Em quanto ficará o contador quando a resposta chegar?
    .hint-1 = O contador nunca pergunta se já viu uma mensagem antes.
    .hint-2 = Veja o que as chamadas 1 e 2 fizeram com o contador: entrada e saída foram somadas a cada vez.
    .hint-3 = Pegue { $counter2 }, some { $input3 } e some { $output3 }.
    .because = Toda chamada envia o histórico inteiro outra vez, e o contador soma tudo outra vez.
    .says-window = Isso é o que a janela contém. Você espera que o medidor mostre o quanto ela está cheia; estaria certo em um harness que compara a ocupação.
    .says-no-output = A resposta ficou de fora. Estaria certo em um harness que conta só a entrada, mas as respostas também ficam na janela.

counted-again = Nesse passo, quantos tokens do contador são mensagens que ele contou mais de uma vez?
    .hint-1 = Compare os dois medidores no mesmo passo.
    .hint-2 = A janela contém { $occupancy3 } tokens, cada um uma vez.
    .hint-3 = Do que o contador mostra, subtraia o que a janela contém.
    .because = Tudo o que o contador mostra além do conteúdo da janela é repetição. Quanto mais tempo dura uma janela, maior a parte das repetições.
    .says-counter = Esse é o contador inteiro. Estaria certo se a janela estivesse vazia.
    .says-window = Isso é o que está na janela, cada mensagem uma vez. A pergunta é sobre o resto.

first-fire = O importador de faturas compara a ocupação com o limiar. Quantas chamadas ele já fez quando a compactação dispara pela primeira vez?
    .hint-1 = Abra o cenário das faturas e procure a primeira vez em que o limiar é atingido.
    .hint-2 = O salto para a próxima compactação leva até lá. Qual foi a última chamada antes dela?
    .hint-3 = A chamada 4 ainda não basta, e a chamada do resumo ainda não saiu.
    .because = A ocupação cresce com o que é novo; o contador cresce com tudo o que é enviado. Com o mesmo limiar, o contador dispara antes.
    .says-counter = Estaria certo no mundo em que o contador da aula é comparado. A ideia por trás é que “usado” significa tudo o que já foi enviado.
    .says-compaction-call = Isso inclui a chamada de compactação. Ela sai porque a verificação disparou; portanto, vem depois.

gauge = Um relato diz: “Meu harness compactou em { $gaugeShown } de { $threshold }.” Nesse harness, o log mostra a ocupação. O que a verificação comparou com o limiar?
    .hint-1 = Uma verificação que dispara recebeu um valor no limiar ou acima.
    .hint-2 = Abra o mundo em que medidor e verificação discordam e vá ao passo em que o limiar é atingido.
    .hint-3 = Leia o contador da aula nesse passo.
    .because = A verificação acertou com o que recebeu; o medidor contava outra história. O que é mostrado e o que é comparado precisam vir da mesma função.
    .says-shown = Isso é o que o log mostrava. A ideia por trás é que medidor e disparo concordam porque precisam concordar; com { $gaugeShown }, nada teria disparado.
    .says-threshold = Essa é a própria marca. Estaria certo se o contador a tivesse atingido com exatidão.
