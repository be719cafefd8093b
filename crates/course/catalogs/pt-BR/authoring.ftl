# What the command line says to those who write courses.

## Help

new-about = Grava um curso, um exercício ou o programa da aula como ponto de partida; nada é sobrescrito
new-course-about = Grava um curso pequeno que funciona como está: uma seção, uma execução, um exercício
new-exercise-about = Grava um exercício que funciona como está e o inclui na lista de course.toml
new-lesson-about = Grava o programa da aula com o modelo preparado da execução de referência, para executar com o Node no seu próprio editor
usage-new = secondwind new <O QUÊ>
usage-new-course = secondwind new course [OPÇÕES] <PASTA>
usage-new-exercise = secondwind new exercise [OPÇÕES] <ID>
usage-new-lesson = secondwind new lesson [OPÇÕES] <PASTA>
heading-what = O que pode ser gravado
value-text = TEXTO
value-id = ID
value-kind = TIPO
arg-new-folder = A pasta a gravar, que ainda não existe ou está vazia
arg-title = Título do curso, em todos os idiomas; pode ser mudado e traduzido depois
arg-id = Id do exercício: uma letra, depois letras, algarismos e hifens; é para sempre
arg-course = Pasta do curso
arg-kind = O que é perguntado
arg-section = Id da seção que lista o exercício; sem esta opção, a última

## What was written

# The title of a course that was given none.
new-title = Um curso novo
new-course = Gravado: { $folder }. Não tem falhas. `secondwind preview { $folder }` o mostra enquanto você escreve, e `secondwind check { $folder }` aponta as falhas.
new-exercise = Gravado: { $file }, com os textos em { $texts }. Pergunta sobre a execução { $run }, e a seção { $section } o lista.
new-lesson = Gravado: { $folder }. Execute com `node { $file }`; o programa é harness.js.

## Faults of the call

error-not-empty = { $folder } não é uma pasta vazia, e nada é sobrescrito. Indique uma que esteja vazia ou que ainda não exista.
error-new-title = Um título é uma linha de texto. Dê um sem quebras de linha, ou omita --title.
error-new-id = { $id } não pode ser um id. Um id começa com uma letra, continua com letras, algarismos e hifens, como primeiros-passos, e tem no máximo 60 caracteres.
error-new-syntax = { $file } não é TOML válido. `secondwind check { $folder }` diz onde; corrija isso primeiro.
error-new-no-section = { $file } não tem nenhuma seção que possa listar o exercício. Adicione uma em [[sections]] primeiro.
error-new-section = Não há seção { $section } em { $file }. Existem: { $known }. Escolha uma destas com --section.
error-new-no-run = Nenhuma das execuções em { $file } tem o que uma tarefa do tipo { $kind } pergunta (execuções: { $runs }). A maioria dos tipos precisa de uma execução com compactação: adicione uma em [runs] ou escolha outro tipo com --kind, como explain.
