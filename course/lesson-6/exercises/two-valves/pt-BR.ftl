title = Duas válvulas
intro = A tarefa do último item com um orçamento de 12.000 tokens. A válvula de orçamento olha para o que foi gasto e interrompe a execução; a de compactação olha para a janela e deixa a execução continuar.

stopped-at = Quantos tokens a execução gastou quando o orçamento a interrompe?
    .hint-1 = O orçamento é consultado antes de cada requisição.
    .hint-2 = Uma chamada em andamento não é cortada.
    .hint-3 = Vá até o fim da execução e leia o gasto.
    .because = A última chamada começou abaixo do orçamento e terminou acima. A válvula impede que a próxima saia.
    .says-shared = Essa é a execução inteira. Estaria certo no mundo em que as duas válvulas dividem um contador e o orçamento nunca é atingido.
    .says-cut-off = Esse é o gasto quando a última chamada saiu. Estaria certo em um harness que soubesse de antemão quanto uma chamada vai custar.

shared-counter = Em outro mundo, o orçamento olha para o contador que cada compactação zera. O que acontece ali? Marque todas as opções corretas.
    .option-goes-on = A execução segue até a resposta.
    .option-reaches = Em algum passo o contador atinge o orçamento.
    .option-overspends = No fim, foi gasto mais que o orçamento.
    .option-more-compactions = Disparam mais compactações do que sem orçamento.
    .hint-1 = Acompanhe o contador: até onde ele sobe antes de ser zerado?
    .hint-2 = Compare o gasto no fim com 12.000.
    .hint-3 = A compactação em si funciona ali como deve. Duas das quatro afirmações são verdadeiras.
    .because = Os mesmos dados, duas perguntas: quanto da janela está ocupado e quanto a execução custou. Cada uma precisa de uma variável própria, pois só uma delas pode voltar a 0.
    .says-reaches = Cada compactação o zera muito antes. A ideia por trás é que um contador serve às duas válvulas.
    .says-more-compactions = A válvula de compactação vê o que sempre viu. Quem ficou cega foi a de orçamento.
