title = Quando não usar
intro = É preciso corrigir uma palavra em um arquivo. O harness é o mesmo de antes, com contador, verificação e notas.

left = Quantos tokens abaixo do limiar o contador da aula termina?
    .hint-1 = Vá até o fim da execução.
    .hint-2 = O contador termina em { $shortCounter }.
    .hint-3 = Subtraia isso do limiar.
    .because = A tarefa termina enquanto ainda há espaço. A compactação nem chegou perto.
    .says-limit = Essa é a distância até o limite da janela. A compactação dispararia antes, no limiar.
    .says-window = Essa é a distância da ocupação. Estaria certo em um harness que compara a ocupação, e ali o espaço é ainda maior.

machinery = O que o mecanismo fez nesta execução? Marque todas as opções corretas.
    .option-checked = Comparou o contador com o limiar.
    .option-fired = Disparou uma compactação.
    .option-written = Fez o agente gravar o NOTES.md.
    .option-read = Leu o NOTES.md de volta.
    .hint-1 = Percorra a lista de passos; dá para filtrar por tipo.
    .hint-2 = O que é gravado só é lido em um reinício.
    .hint-3 = Duas das quatro coisas aconteceram, e não serviram para nada.
    .because = As notas foram gravadas e pagas, e ninguém as leu. Em uma tarefa tão curta, a camada só custa.
    .says-fired = O limiar nunca foi atingido.
    .says-read = As notas são lidas em um reinício, e não houve nenhum. A ideia por trás é que o que está no arquivo está no modelo.

when = Pense em um agente que você usa ou constrói. Por quais sinais você perceberia que ele precisa desta camada? Escreva duas ou três frases.
    .hint-1 = Que números você olharia, e que comportamento?
    .hint-2 = Pense em execuções que terminam no limite e em uma janela nova que não sabe o que a antiga fez.
    .hint-3 = Comece com o loop puro e suas válvulas básicas. O que precisaria acontecer antes de você acrescentar algo?
    .because = Há dois bons sinais: as execuções de fato batem no limite da janela, ou uma janela nova refaz o que já estava feito. Até lá, um loop com teto de chamadas e orçamento é mais fácil de entender e tem menos maneiras de falhar.
