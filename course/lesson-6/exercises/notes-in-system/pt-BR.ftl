title = Avalie uma proposta
intro = Um colega propõe: pôr o NOTES.md no prompt de sistema de toda chamada; assim as notas estão sempre atuais e nenhum reinício precisa lê-las. Os dois mundos executam o importador de faturas. Julgue com números.

cost = As notas são gravadas pela primeira vez na chamada 4. Com a proposta, quantos tokens a mais tem a requisição seguinte?
    .hint-1 = Compare a mesma requisição nos dois mundos.
    .hint-2 = É a chamada 5. O tamanho aparece no passo em que ela sai.
    .hint-3 = Do tamanho com a proposta, subtraia o tamanho no mundo de hoje.
    .because = Desde a primeira gravação, o NOTES.md vai em toda chamada, embora o modelo ainda tenha na janela a chamada com que gravou esse mesmo texto.
    .says-request = Essa é a requisição inteira. A pergunta é o que a proposta acrescenta.

cache-miss = As notas são atualizadas na chamada 9. Com a proposta, quantos tokens da requisição seguinte, a chamada 10, repetem a anterior desde o começo?
    .hint-1 = Um cache vale do começo da requisição até a primeira diferença.
    .hint-2 = Onde fica o prompt de sistema em uma requisição?
    .hint-3 = O prompt de sistema mudou, e todo o resto vem depois dele.
    .because = O prompt de sistema é o começo. Quando ele muda, nada do que vem depois pode vir do cache, e o histórico inteiro é cobrado como novo.
    .says-now = Esse é o mundo de hoje: o prompt de sistema fica como está, e toda a requisição anterior se repete.
    .says-all = Esse é o tamanho da requisição. Estaria certo se nada nela tivesse mudado.

whole-run = Na execução inteira, quantos tokens a menos podem vir do cache com a proposta?
    .hint-1 = O placar do laboratório soma o que se repete.
    .hint-2 = Hoje se repetem { $nowCached } tokens; com a proposta, { $proposalCached }.
    .hint-3 = Subtraia um do outro.
    .because = Este é o preço da proposta: uma falha de cache a cada atualização, do tamanho do histórico naquele momento.
    .says-now = Isso é tudo o que se repete hoje. A proposta não perde tudo.
    .says-sent = Essa é a diferença nos tokens enviados. É pequena: depois de um reinício, os dois mundos levam as notas em cada requisição.

true-of-both = Quais afirmações são verdadeiras? Marque todas.
    .option-more-sent = A proposta envia mais tokens ao todo.
    .option-less-cached = Com a proposta, uma parte menor do que é enviado pode vir do cache.
    .option-fewer-compactions = A proposta poupa uma compactação.
    .option-stale = Hoje, quando a chamada 10 sai, a mensagem de reinício mostra notas mais antigas que as do arquivo.
    .hint-1 = Leia os totais dos dois mundos lado a lado.
    .hint-2 = Tokens enviados: { $nowSent } hoje, { $proposalSent } com a proposta.
    .hint-3 = A defasagem existe. Duas das quatro afirmações são verdadeiras.
    .because = A proposta acerta em um ponto: a mensagem de reinício envelhece. Na chamada 10, o arquivo já está na versão 2, e o reinício levou a versão 1. Conviver com isso custa pouco: a chamada que gravou a versão 2 está na janela, e o modelo não perde nada.
    .says-more-sent = É natural esperar isso. Mas uma mensagem de reinício com notas também é enviada de novo em cada requisição; por isso, os totais ficam próximos. O que faz a diferença é o cache.
    .says-fewer-compactions = Os dois mundos compactam o mesmo número de vezes. A parte fixa cresce tanto quanto a mensagem de reinício encolhe.

verdict = Seu veredito, com pelo menos dois números: em que harness você aceitaria a proposta?
    .hint-1 = Pese três coisas: custo por chamada, falhas de cache, defasagem.
    .hint-2 = Pergunte-se com que frequência as notas mudam e se existe algum cache.
    .hint-3 = Notas que quase nunca mudam, nenhum cache, vários agentes gravando o mesmo arquivo: qual dessas coisas mudaria a sua opinião?
    .because = Contra: as notas são pagas antes que algo seja esquecido, a atenção vai para um texto que o modelo já tem, e cada atualização quebra o prefixo em cache. A favor: onde outros gravam o arquivo durante a execução, uma cópia atual pode valer tudo isso.
