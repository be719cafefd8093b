title = A segunda compactação
intro = A tarefa do último item precisa de várias janelas. Vá até a segunda compactação.

counter = O que o contador mostra quando a compactação dispara pela segunda vez?
    .hint-1 = Ele foi zerado depois da primeira compactação.
    .hint-2 = Só contam as chamadas da segunda janela.
    .hint-3 = Avance até a segunda vez em que o limiar é atingido e leia o contador da aula.
    .because = A verificação olha apenas para a janela atual. Nada da primeira restou no contador.
    .says-no-reset = Estaria certo no mundo em que o contador não é zerado. Ali, a segunda compactação dispara muito antes, e o contador ainda carrega a primeira janela.
    .says-spend = Esse é o gasto: tudo desde o começo. Quem olha para ele são os orçamentos, não o limiar.

covers = Quantas mensagens o segundo resumo abrange?
    .hint-1 = O resumo é escrito a partir do que está na janela quando é pedido.
    .hint-2 = As mensagens da primeira janela estão arquivadas, e ninguém mais as envia.
    .hint-3 = Conte as mensagens na janela no passo em que o resumo é pedido.
    .because = O segundo resumo abrange { $kept } mensagens, entre elas a de reinício. A primeira janela só está nele na medida em que o primeiro resumo e as notas a levam adiante.
    .says-all = Essas são todas as mensagens que já saíram da janela. Estaria certo em um harness que volta às mensagens arquivadas a cada resumo.

lost = Quais fatos se perdem na segunda compactação?
    .hint-1 = Compare a lista de fatos antes e depois da substituição.
    .hint-2 = Procure um resultado de ferramenta da segunda janela que nem o resumo nem as notas mencionem.
    .hint-3 = Tem a ver com o lugar onde os jobs são executados.
    .because = Cada compactação faz a sua própria seleção. O que ela deixa de fora pode ser necessário mais tarde, e o agente não sabe que aquilo falta.
    .says-notes = Isso está nas notas, e elas voltaram.
    .says-kept = Isso está na tarefa, e o resumo o repete.

limits = O que é verdade em toda esta execução? Marque todas as opções corretas.
    .option-fits = A ocupação fica abaixo da janela em todos os passos.
    .option-counter-below = O contador fica abaixo do limiar em todos os passos.
    .option-spend-over = No fim, foram gastos mais tokens do que cabem em uma janela.
    .option-one-each = Cada compactação custou uma chamada ao modelo.
    .hint-1 = A curva mostra o contador e a ocupação da execução inteira.
    .hint-2 = Quando uma verificação dispara? O que precisa ter acontecido com o contador logo antes?
    .hint-3 = Três das quatro afirmações são verdadeiras.
    .because = Nenhuma janela sozinha limita o tamanho desta tarefa. O gasto segue crescendo; cada janela fica dentro do seu limite.
    .says-counter-below = O contador precisa atingir o limiar para a verificação disparar. A cada compactação ele o ultrapassa, por até um turno inteiro.
