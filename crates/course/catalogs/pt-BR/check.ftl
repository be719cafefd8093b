# What is said of courses and exercises: the command `check`, and the faults that it finds.

check-about = Verifica um curso: todos os textos, respostas e execuções, em todos os seus idiomas
arg-folder = A pasta em que está o course.toml
arg-courses = A pasta em que está o course.toml, ou uma com vários cursos
arg-check-lang = Idioma das mensagens: en, pt-BR ou ko
arg-check-json = Mostra as falhas como uma lista em JSON
arg-lock = Acrescenta os ids do curso ao course.lock.toml, se não houver falhas; o que foi publicado fica lá para sempre
arg-check-timeout = Quanto um programa do curso pode demorar em um cenário antes de ser encerrado; os passos e a memória também têm limite
check-whole = O curso não tem falhas.
check-whole-of = { $folder } não tem falhas.
check-locked = Os ids estão em { $file }.
check-no-lock = Nenhum id foi publicado ainda. Antes de publicar o curso, execute `secondwind check { $folder } --lock`, para que depois nenhum id seja mudado por engano.
# Stands below the list of faults.
check-faults = { $count ->
    [one] O curso tem { $count } falha.
   *[other] O curso tem { $count } falhas.
}
error-no-course = Não há { $file }. Indique a pasta de um curso.

## Form of the files

issue-missing-file = Falta o arquivo { $file }. Adicione-o.
issue-unused-file = Nada usa { $file }. { $lang ->
    [none] Mencione-o no course.toml ou remova-o.
   *[other] O curso não tem esse idioma: adicione "{ $lang }" a `languages` no course.toml ou remova o arquivo.
}
issue-unknown-word = `{ $key }` não pode ser { $found }.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Valores conhecidos aqui: { $expected }. Escreva um deles.
issue-out-of-range = `{ $key }` é { $value }, mas vai{ $least ->
    [none] {""}
   *[other] {" "}de { $least }
}{ $most ->
    [none] {""}
   *[other] {" "}até { $most }
}. Mude o valor.
issue-too-few = `{ $key }` tem { $count ->
    [one] { $count } item
   *[other] { $count } itens
}, mas são necessários ao menos { $least }. Adicione mais.
issue-bad-name = `{ $name }` não serve como nome. Use letras sem acento, algarismos e `-`, começando por uma letra.
issue-same-id = `{ $id }` já existe. Dê outro nome.
issue-named-twice = `{ $id }` está indicado duas vezes. Retire um dos dois.
issue-reserved-id = `{ $id }` é o nome de um texto próprio. Escolha outro id.
issue-secret = Isto parece uma chave, e um curso é público. Remova-a e peça ao provedor que a substitua.
issue-lock = Não é possível ler o arquivo: { $detail }. Use-o como o `check --lock` o gravou; se um secondwind mais novo o gravou, atualize o seu.
issue-lock-format = Esta lista de ids tem o formato { $found }, gravado por um secondwind mais novo; esta versão lê o formato { $supported }. Atualize o secondwind.
issue-id-gone = `{ $id }` foi publicado, mas não existe mais. Links e o que os alunos guardam dependem dele: recoloque-o.
issue-id-changed = `{ $id }` foi publicado como { $was }, mas agora é { $now }. Dê um id próprio à nova tarefa e mantenha a antiga.

## Runs and questions to them

issue-unknown-run = Não há execução `{ $run }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Execuções conhecidas aqui: { $known }. Adicione-a em [runs] ou corrija o nome.
issue-no-run = Nenhuma execução é indicada aqui, e nenhuma está definida. Adicione uma em [runs].
issue-unknown-scenario = Não há cenário `{ $scenario }` na pasta scenarios.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Existem: { $known }. Corrija o nome.
issue-unknown-exercise = Não há exercises/{ $exercise }.toml.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `{ $nearest }`?
} Adicione-o ou corrija o nome.
issue-not-identical = A execução não saiu igual ao ser repetida: o evento { $event } é diferente, e as respostas lidas nela mudariam. Relate esta falha.
issue-moment-parts = Um momento tem `event`, `call` ou `compaction` e, com eles, `nth`; ou `step`; ou `end = true`. Mantenha um dos três.
issue-query-parts = Uma consulta tem `get` ou `count`. Mantenha um dos dois.
issue-condition-parts = Uma condição tem `get` ou `count`, com `is` e `than`; ou só `ending`. Complete-a ou retire o que sobra.
issue-when-parts = `when` lê em todos os passos; por isso, pede um `get` que se lê em um passo, sem `at`. Mude um deles.
issue-count-at = `count` conta os passos da execução inteira. Retire `at`.
issue-reading-needs-at = `{ $get }` se lê em um passo. Diga qual com `at`.
issue-reading-of-run = `{ $get }` vale para a execução inteira. Retire `at`.
issue-reading-not-here = Não há `{ $get }` em um passo do tipo `{ $kind }`. Indique outro passo com `at`.
issue-query-finds-nothing = Esse passo não existe: { $count ->
    [0] nenhum serve
    [one] { $count } serve
   *[other] { $count } servem
}, pede-se o de número { $nth }, e o último passo é { $last }. A execução tem: { $have }. Indique um passo que exista.
issue-item-never-happens = `{ $event }` não acontece nesta execução. Retire-o ou indique outra execução.
issue-no-compaction = Não há compactação { $compaction }: a execução tem { $count }. Indique outra.
issue-no-facts = Nenhum fato é conhecido nesta compactação. Indique outra ou acrescente fatos ao cenário.
issue-stay-not-later = `stay` é o passo { $stay }, que não vem depois de `at`, o passo { $at }. Indique um passo posterior.
issue-line-parts = Uma tarefa deste tipo tem `at` ou `fault`. Mantenha um dos dois.
issue-no-line = Nenhuma linha do código é executada em um passo do tipo `{ $event }`. Indique outro.
issue-no-change = O erro `{ $bug }` não muda nenhuma linha do código. Adicione uma edição para ele em harness/toggles.json ou indique outro erro.
issue-edit-unfit = A edição em harness/toggles.json não se encaixa no código: o que ela procura, `{ $text }`, precisa aparecer nele exatamente uma vez, em linhas que nenhuma outra edição do erro mude. Corrija a edição.
issue-toggles = As edições do código não podem ser lidas: { $detail }. Corrija o arquivo.
issue-too-many-lines = O código da lição tem { $count } linhas, mas no máximo { $limit } são comparadas. Encurte-o.

## Answers

issue-typed-answer = `{ $key }` é { $value }, escrito à mão; precisa ser lido de uma execução, para continuar certo quando o cenário mudar. { $what ->
    [condition] Escreva o que precisa ser verdadeiro, como `{"{"} run = "…", at = {"{"} event = "reset" {"}"}, get = "messages", is = "=", than = 1 {"}"}`.
   *[query] Escreva que número é, como `{"{"} run = "…", at = {"{"} event = "crossed" {"}"}, get = "accumulated" {"}"}`.
}
issue-wrong-parts = Uma resposta errada indica uma execução ou o que ela é. Mantenha um dos dois.
issue-wrong-is-right = A resposta errada `{ $id }` é a certa. Indique outra execução ou consulta.
issue-wrongs-equal = As respostas erradas `{ $one }` e `{ $other }` são iguais. Retire uma delas.
issue-claims-none = Nenhuma afirmação é verdadeira. Corrija as condições ou adicione uma que seja.
issue-claims-several = { $count } afirmações são verdadeiras ({ $claims }), mas é para marcar uma só. Corrija as condições ou escreva pick = "all".
issue-gate-behind = A parada está no passo { $gate }, e a resposta aparece a partir do passo { $step }. Ponha a parada antes dele.
issue-answer-visible = A resposta, { $value }, já pode ser lida na parada, passo { $gate }. Mude a parada ou pergunte outra coisa.
issue-start-passes = Todos os objetivos já são atingidos no início. Comece de outro ponto ou peça mais.
issue-off-notch = `{ $key }` é { $value }, onde o controle não para: ele vai de { $min } em incrementos de { $step }. Mude o valor ou o incremento.
issue-solution-fails = O objetivo `{ $goal }` não é atingido com a solução. Corrija o objetivo ou a solução.
issue-wrong-passes = Todos os objetivos são atingidos com este ajuste, que deveria estar errado. Corrija-o.
issue-wrong-breaks-other = Este ajuste deveria falhar em `{ $goal }`, mas falha em { $broken }. Corrija o objetivo ou o ajuste.
issue-unknown-goal = Não há objetivo `{ $goal }`. Existem: { $known }. Corrija o nome.
issue-unknown-dial = `{ $key }` não é um controle desta tarefa. Retire-o ou adicione-o em `dials`.

## Texts

issue-fluent-syntax = Isto não é Fluent válido: { $slip ->
    [tab] a linha está recuada com tabulação. Recue-a com espaços.
    [brace] uma chave não tem par, ou não há valor entre as duas. Um valor se escreve `{"{"} $name {"}"}`; uma chave do próprio texto se escreve `{"{"}"{"{"}"{"}"}`.
    [margin] uma linha na margem começa com seu nome e `=`, como em `title = …`. Onde o texto acima continua, recue a linha com espaços.
    [empty] não há palavras depois do `=`. Escreva-as.
   *[none] { $detail }. Corrija a sintaxe aqui.
}
issue-too-deep = Há escolhas dentro de escolhas aqui, com mais de { $limit } níveis. Escreva várias mensagens.
issue-text-missing = Falta o texto `{ $text }` em { $lang }. { $attribute ->
    [none] Escreva a linha `{ $message } = …`.
   *[other] Escreva a linha `.{ $attribute } = …` abaixo de `{ $message }`, recuada com espaços.
}
issue-text-blank = O texto `{ $text }` está em branco em { $lang }. Escreva-o.
issue-text-unused = Nada mostra o texto `{ $text }`. Corrija o nome ou remova-o.
issue-text-endless = O texto `{ $text }` mostra a si mesmo e, por isso, não tem fim. Remova um dos nomes.
issue-placeholder-unknown = Não há valor `${ $name }`.{ $nearest ->
    [none] {""}
   *[other] {" "}Você quis dizer `${ $nearest }`?
} Valores conhecidos aqui: { $known }. Adicione-o em [values] ou corrija o nome.
issue-placeholders-differ = `{ $text }` não mostra os mesmos valores que em { $other }: faltam: { $missing ->
    [none] nenhum
   *[other] { $missing }
}; sobram: { $extra ->
    [none] nenhum
   *[other] { $extra }
}. Deixe-os iguais.
issue-name-unknown = Não há { $kind ->
    [function] função
    [term] termo
   *[message] mensagem
} { $name }. Corrija o nome; as funções são NUMBER e JOSA.
issue-plural-missing = Uma escolha por número também precisa de { $missing } em { $lang }. Adicione.
issue-plural-unknown = `{ $key }` não é número nem categoria de plural. Escreva uma, como `other`.
issue-hint-gap = Falta a dica { $number } antes desta. Numere as dicas 1, 2, 3, sem lacunas.
issue-words-equal = `{ $one }` e `{ $other }` dizem o mesmo. Mude um deles.
issue-image-without-words = A imagem não tem texto alternativo. Diga entre colchetes o que ela mostra.
issue-image-remote = A imagem vem de fora: { $address }. Coloque-a no curso.

## Programas

issue-no-such-line = O código da aula não tem essa linha. Escreva a linha como ela é mostrada, sem a marca.
issue-program-start-passes = O programa com que a tarefa começa já passa. Ponha de volta o que é para ser encontrado.
issue-program-start-broken = O programa com que a tarefa começa não é JavaScript: { $detail }. Corrija a sintaxe.
issue-program-solution-fails = A solução não passa: { $said ->
    [threw] ela para com `{ $detail }`.
    [goal] o objetivo `{ $detail }` não é atingido.
   *[other] o que se diz dela é `{ $said }`.
} Corrija a solução ou os objetivos.
issue-program-solution-fuel = A solução usa { $percent }% do combustível, e a de quem aprende pode ser mais lenta. Mantenha-a abaixo de 10%.
issue-program-wrong-passes = Este programa errado passa. Torne-o errado ou retire-o.
issue-program-wrong-unknown = Este programa errado não é reconhecido: { $said ->
    [threw] ele para com `{ $detail }`.
    [goal] o objetivo `{ $detail }` não é atingido, e nenhum `shows` combina.
   *[other] o que se diz dele é `{ $said }`.
} Corrija o que `shows` diz dele ou o lugar dele na lista: vale o primeiro que se confirma.
