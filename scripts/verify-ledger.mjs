#!/usr/bin/env node
// Verifies a circle's ledger without trusting whoever runs it. One file, nothing but Node 20 or newer: read it, keep it, run it anywhere.
//
//   node verify-ledger.mjs livro.ndjson           the chain, the signature of its end, the money, and every decision repeated by the rules
//     --guardado livro-antigo.ndjson            … going on from a ledger, a head or a cosigned checkpoint (repeatable)
//     --meus-dados dados.json                   … with your own donations and consent, no others (repeatable)
//     --dia 2026-11-24 --numero 52318           … of which day the code is told, and with which number of the group
//     --membro <id>                             … or only your own sums
//     --json                                    the answer as JSON
//
// Ends with 0 when everything holds, 1 when something does not, 2 when a file cannot be read.
// Made from circle/ and scripts/verifier/ by `npm run build:verifier`; the same sources always make the same bytes.
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createHash, createPublicKey, pbkdf2Sync, verify as verify$1 } from "node:crypto";
import { parseArgs } from "node:util";
// node_modules/@scure/bip39/wordlists/portuguese.js
var wordlist = Object.freeze(`abacate
abaixo
abalar
abater
abduzir
abelha
aberto
abismo
abotoar
abranger
abreviar
abrigar
abrupto
absinto
absoluto
absurdo
abutre
acabado
acalmar
acampar
acanhar
acaso
aceitar
acelerar
acenar
acervo
acessar
acetona
achatar
acidez
acima
acionado
acirrar
aclamar
aclive
acolhida
acomodar
acoplar
acordar
acumular
acusador
adaptar
adega
adentro
adepto
adequar
aderente
adesivo
adeus
adiante
aditivo
adjetivo
adjunto
admirar
adorar
adquirir
adubo
adverso
advogado
aeronave
afastar
aferir
afetivo
afinador
afivelar
aflito
afluente
afrontar
agachar
agarrar
agasalho
agenciar
agilizar
agiota
agitado
agora
agradar
agreste
agrupar
aguardar
agulha
ajoelhar
ajudar
ajustar
alameda
alarme
alastrar
alavanca
albergue
albino
alcatra
aldeia
alecrim
alegria
alertar
alface
alfinete
algum
alheio
aliar
alicate
alienar
alinhar
aliviar
almofada
alocar
alpiste
alterar
altitude
alucinar
alugar
aluno
alusivo
alvo
amaciar
amador
amarelo
amassar
ambas
ambiente
ameixa
amenizar
amido
amistoso
amizade
amolador
amontoar
amoroso
amostra
amparar
ampliar
ampola
anagrama
analisar
anarquia
anatomia
andaime
anel
anexo
angular
animar
anjo
anomalia
anotado
ansioso
anterior
anuidade
anunciar
anzol
apagador
apalpar
apanhado
apego
apelido
apertada
apesar
apetite
apito
aplauso
aplicada
apoio
apontar
aposta
aprendiz
aprovar
aquecer
arame
aranha
arara
arcada
ardente
areia
arejar
arenito
aresta
argiloso
argola
arma
arquivo
arraial
arrebate
arriscar
arroba
arrumar
arsenal
arterial
artigo
arvoredo
asfaltar
asilado
aspirar
assador
assinar
assoalho
assunto
astral
atacado
atadura
atalho
atarefar
atear
atender
aterro
ateu
atingir
atirador
ativo
atoleiro
atracar
atrevido
atriz
atual
atum
auditor
aumentar
aura
aurora
autismo
autoria
autuar
avaliar
avante
avaria
avental
avesso
aviador
avisar
avulso
axila
azarar
azedo
azeite
azulejo
babar
babosa
bacalhau
bacharel
bacia
bagagem
baiano
bailar
baioneta
bairro
baixista
bajular
baleia
baliza
balsa
banal
bandeira
banho
banir
banquete
barato
barbado
baronesa
barraca
barulho
baseado
bastante
batata
batedor
batida
batom
batucar
baunilha
beber
beijo
beirada
beisebol
beldade
beleza
belga
beliscar
bendito
bengala
benzer
berimbau
berlinda
berro
besouro
bexiga
bezerro
bico
bicudo
bienal
bifocal
bifurcar
bigorna
bilhete
bimestre
bimotor
biologia
biombo
biosfera
bipolar
birrento
biscoito
bisneto
bispo
bissexto
bitola
bizarro
blindado
bloco
bloquear
boato
bobagem
bocado
bocejo
bochecha
boicotar
bolada
boletim
bolha
bolo
bombeiro
bonde
boneco
bonita
borbulha
borda
boreal
borracha
bovino
boxeador
branco
brasa
braveza
breu
briga
brilho
brincar
broa
brochura
bronzear
broto
bruxo
bucha
budismo
bufar
bule
buraco
busca
busto
buzina
cabana
cabelo
cabide
cabo
cabrito
cacau
cacetada
cachorro
cacique
cadastro
cadeado
cafezal
caiaque
caipira
caixote
cajado
caju
calafrio
calcular
caldeira
calibrar
calmante
calota
camada
cambista
camisa
camomila
campanha
camuflar
canavial
cancelar
caneta
canguru
canhoto
canivete
canoa
cansado
cantar
canudo
capacho
capela
capinar
capotar
capricho
captador
capuz
caracol
carbono
cardeal
careca
carimbar
carneiro
carpete
carreira
cartaz
carvalho
casaco
casca
casebre
castelo
casulo
catarata
cativar
caule
causador
cautelar
cavalo
caverna
cebola
cedilha
cegonha
celebrar
celular
cenoura
censo
centeio
cercar
cerrado
certeiro
cerveja
cetim
cevada
chacota
chaleira
chamado
chapada
charme
chatice
chave
chefe
chegada
cheiro
cheque
chicote
chifre
chinelo
chocalho
chover
chumbo
chutar
chuva
cicatriz
ciclone
cidade
cidreira
ciente
cigana
cimento
cinto
cinza
ciranda
circuito
cirurgia
citar
clareza
clero
clicar
clone
clube
coado
coagir
cobaia
cobertor
cobrar
cocada
coelho
coentro
coeso
cogumelo
coibir
coifa
coiote
colar
coleira
colher
colidir
colmeia
colono
coluna
comando
combinar
comentar
comitiva
comover
complexo
comum
concha
condor
conectar
confuso
congelar
conhecer
conjugar
consumir
contrato
convite
cooperar
copeiro
copiador
copo
coquetel
coragem
cordial
corneta
coronha
corporal
correio
cortejo
coruja
corvo
cosseno
costela
cotonete
couro
couve
covil
cozinha
cratera
cravo
creche
credor
creme
crer
crespo
criada
criminal
crioulo
crise
criticar
crosta
crua
cruzeiro
cubano
cueca
cuidado
cujo
culatra
culminar
culpar
cultura
cumprir
cunhado
cupido
curativo
curral
cursar
curto
cuspir
custear
cutelo
damasco
datar
debater
debitar
deboche
debulhar
decalque
decimal
declive
decote
decretar
dedal
dedicado
deduzir
defesa
defumar
degelo
degrau
degustar
deitado
deixar
delator
delegado
delinear
delonga
demanda
demitir
demolido
dentista
depenado
depilar
depois
depressa
depurar
deriva
derramar
desafio
desbotar
descanso
desenho
desfiado
desgaste
desigual
deslize
desmamar
desova
despesa
destaque
desviar
detalhar
detentor
detonar
detrito
deusa
dever
devido
devotado
dezena
diagrama
dialeto
didata
difuso
digitar
dilatado
diluente
diminuir
dinastia
dinheiro
diocese
direto
discreta
disfarce
disparo
disquete
dissipar
distante
ditador
diurno
diverso
divisor
divulgar
dizer
dobrador
dolorido
domador
dominado
donativo
donzela
dormente
dorsal
dosagem
dourado
doutor
drenagem
drible
drogaria
duelar
duende
dueto
duplo
duquesa
durante
duvidoso
eclodir
ecoar
ecologia
edificar
edital
educado
efeito
efetivar
ejetar
elaborar
eleger
eleitor
elenco
elevador
eliminar
elogiar
embargo
embolado
embrulho
embutido
emenda
emergir
emissor
empatia
empenho
empinado
empolgar
emprego
empurrar
emulador
encaixe
encenado
enchente
encontro
endeusar
endossar
enfaixar
enfeite
enfim
engajado
engenho
englobar
engomado
engraxar
enguia
enjoar
enlatar
enquanto
enraizar
enrolado
enrugar
ensaio
enseada
ensino
ensopado
entanto
enteado
entidade
entortar
entrada
entulho
envergar
enviado
envolver
enxame
enxerto
enxofre
enxuto
epiderme
equipar
ereto
erguido
errata
erva
ervilha
esbanjar
esbelto
escama
escola
escrita
escuta
esfinge
esfolar
esfregar
esfumado
esgrima
esmalte
espanto
espelho
espiga
esponja
espreita
espumar
esquerda
estaca
esteira
esticar
estofado
estrela
estudo
esvaziar
etanol
etiqueta
euforia
europeu
evacuar
evaporar
evasivo
eventual
evidente
evoluir
exagero
exalar
examinar
exato
exausto
excesso
excitar
exclamar
executar
exemplo
exibir
exigente
exonerar
expandir
expelir
expirar
explanar
exposto
expresso
expulsar
externo
extinto
extrato
fabricar
fabuloso
faceta
facial
fada
fadiga
faixa
falar
falta
familiar
fandango
fanfarra
fantoche
fardado
farelo
farinha
farofa
farpa
fartura
fatia
fator
favorita
faxina
fazenda
fechado
feijoada
feirante
felino
feminino
fenda
feno
fera
feriado
ferrugem
ferver
festejar
fetal
feudal
fiapo
fibrose
ficar
ficheiro
figurado
fileira
filho
filme
filtrar
firmeza
fisgada
fissura
fita
fivela
fixador
fixo
flacidez
flamingo
flanela
flechada
flora
flutuar
fluxo
focal
focinho
fofocar
fogo
foguete
foice
folgado
folheto
forjar
formiga
forno
forte
fosco
fossa
fragata
fralda
frango
frasco
fraterno
freira
frente
fretar
frieza
friso
fritura
fronha
frustrar
fruteira
fugir
fulano
fuligem
fundar
fungo
funil
furador
furioso
futebol
gabarito
gabinete
gado
gaiato
gaiola
gaivota
galega
galho
galinha
galocha
ganhar
garagem
garfo
gargalo
garimpo
garoupa
garrafa
gasoduto
gasto
gata
gatilho
gaveta
gazela
gelado
geleia
gelo
gemada
gemer
gemido
generoso
gengiva
genial
genoma
genro
geologia
gerador
germinar
gesso
gestor
ginasta
gincana
gingado
girafa
girino
glacial
glicose
global
glorioso
goela
goiaba
golfe
golpear
gordura
gorjeta
gorro
gostoso
goteira
governar
gracejo
gradual
grafite
gralha
grampo
granada
gratuito
graveto
graxa
grego
grelhar
greve
grilo
grisalho
gritaria
grosso
grotesco
grudado
grunhido
gruta
guache
guarani
guaxinim
guerrear
guiar
guincho
guisado
gula
guloso
guru
habitar
harmonia
haste
haver
hectare
herdar
heresia
hesitar
hiato
hibernar
hidratar
hiena
hino
hipismo
hipnose
hipoteca
hoje
holofote
homem
honesto
honrado
hormonal
hospedar
humorado
iate
ideia
idoso
ignorado
igreja
iguana
ileso
ilha
iludido
iluminar
ilustrar
imagem
imediato
imenso
imersivo
iminente
imitador
imortal
impacto
impedir
implante
impor
imprensa
impune
imunizar
inalador
inapto
inativo
incenso
inchar
incidir
incluir
incolor
indeciso
indireto
indutor
ineficaz
inerente
infantil
infestar
infinito
inflamar
informal
infrator
ingerir
inibido
inicial
inimigo
injetar
inocente
inodoro
inovador
inox
inquieto
inscrito
inseto
insistir
inspetor
instalar
insulto
intacto
integral
intimar
intocado
intriga
invasor
inverno
invicto
invocar
iogurte
iraniano
ironizar
irreal
irritado
isca
isento
isolado
isqueiro
italiano
janeiro
jangada
janta
jararaca
jardim
jarro
jasmim
jato
javali
jazida
jejum
joaninha
joelhada
jogador
joia
jornal
jorrar
jovem
juba
judeu
judoca
juiz
julgador
julho
jurado
jurista
juro
justa
labareda
laboral
lacre
lactante
ladrilho
lagarta
lagoa
laje
lamber
lamentar
laminar
lampejo
lanche
lapidar
lapso
laranja
lareira
largura
lasanha
lastro
lateral
latido
lavanda
lavoura
lavrador
laxante
lazer
lealdade
lebre
legado
legendar
legista
leigo
leiloar
leitura
lembrete
leme
lenhador
lentilha
leoa
lesma
leste
letivo
letreiro
levar
leveza
levitar
liberal
libido
liderar
ligar
ligeiro
limitar
limoeiro
limpador
linda
linear
linhagem
liquidez
listagem
lisura
litoral
livro
lixa
lixeira
locador
locutor
lojista
lombo
lona
longe
lontra
lorde
lotado
loteria
loucura
lousa
louvar
luar
lucidez
lucro
luneta
lustre
lutador
luva
macaco
macete
machado
macio
madeira
madrinha
magnata
magreza
maior
mais
malandro
malha
malote
maluco
mamilo
mamoeiro
mamute
manada
mancha
mandato
manequim
manhoso
manivela
manobrar
mansa
manter
manusear
mapeado
maquinar
marcador
maresia
marfim
margem
marinho
marmita
maroto
marquise
marreco
martelo
marujo
mascote
masmorra
massagem
mastigar
matagal
materno
matinal
matutar
maxilar
medalha
medida
medusa
megafone
meiga
melancia
melhor
membro
memorial
menino
menos
mensagem
mental
merecer
mergulho
mesada
mesclar
mesmo
mesquita
mestre
metade
meteoro
metragem
mexer
mexicano
micro
migalha
migrar
milagre
milenar
milhar
mimado
minerar
minhoca
ministro
minoria
miolo
mirante
mirtilo
misturar
mocidade
moderno
modular
moeda
moer
moinho
moita
moldura
moleza
molho
molinete
molusco
montanha
moqueca
morango
morcego
mordomo
morena
mosaico
mosquete
mostarda
motel
motim
moto
motriz
muda
muito
mulata
mulher
multar
mundial
munido
muralha
murcho
muscular
museu
musical
nacional
nadador
naja
namoro
narina
narrado
nascer
nativa
natureza
navalha
navegar
navio
neblina
nebuloso
negativa
negociar
negrito
nervoso
neta
neural
nevasca
nevoeiro
ninar
ninho
nitidez
nivelar
nobreza
noite
noiva
nomear
nominal
nordeste
nortear
notar
noticiar
noturno
novelo
novilho
novo
nublado
nudez
numeral
nupcial
nutrir
nuvem
obcecado
obedecer
objetivo
obrigado
obscuro
obstetra
obter
obturar
ocidente
ocioso
ocorrer
oculista
ocupado
ofegante
ofensiva
oferenda
oficina
ofuscado
ogiva
olaria
oleoso
olhar
oliveira
ombro
omelete
omisso
omitir
ondulado
oneroso
ontem
opcional
operador
oponente
oportuno
oposto
orar
orbitar
ordem
ordinal
orfanato
orgasmo
orgulho
oriental
origem
oriundo
orla
ortodoxo
orvalho
oscilar
ossada
osso
ostentar
otimismo
ousadia
outono
outubro
ouvido
ovelha
ovular
oxidar
oxigenar
pacato
paciente
pacote
pactuar
padaria
padrinho
pagar
pagode
painel
pairar
paisagem
palavra
palestra
palheta
palito
palmada
palpitar
pancada
panela
panfleto
panqueca
pantanal
papagaio
papelada
papiro
parafina
parcial
pardal
parede
partida
pasmo
passado
pastel
patamar
patente
patinar
patrono
paulada
pausar
peculiar
pedalar
pedestre
pediatra
pedra
pegada
peitoral
peixe
pele
pelicano
penca
pendurar
peneira
penhasco
pensador
pente
perceber
perfeito
pergunta
perito
permitir
perna
perplexo
persiana
pertence
peruca
pescado
pesquisa
pessoa
petiscar
piada
picado
piedade
pigmento
pilastra
pilhado
pilotar
pimenta
pincel
pinguim
pinha
pinote
pintar
pioneiro
pipoca
piquete
piranha
pires
pirueta
piscar
pistola
pitanga
pivete
planta
plaqueta
platina
plebeu
plumagem
pluvial
pneu
poda
poeira
poetisa
polegada
policiar
poluente
polvilho
pomar
pomba
ponderar
pontaria
populoso
porta
possuir
postal
pote
poupar
pouso
povoar
praia
prancha
prato
praxe
prece
predador
prefeito
premiar
prensar
preparar
presilha
pretexto
prevenir
prezar
primata
princesa
prisma
privado
processo
produto
profeta
proibido
projeto
prometer
propagar
prosa
protetor
provador
publicar
pudim
pular
pulmonar
pulseira
punhal
punir
pupilo
pureza
puxador
quadra
quantia
quarto
quase
quebrar
queda
queijo
quente
querido
quimono
quina
quiosque
rabanada
rabisco
rachar
racionar
radial
raiar
rainha
raio
raiva
rajada
ralado
ramal
ranger
ranhura
rapadura
rapel
rapidez
raposa
raquete
raridade
rasante
rascunho
rasgar
raspador
rasteira
rasurar
ratazana
ratoeira
realeza
reanimar
reaver
rebaixar
rebelde
rebolar
recado
recente
recheio
recibo
recordar
recrutar
recuar
rede
redimir
redonda
reduzida
reenvio
refinar
refletir
refogar
refresco
refugiar
regalia
regime
regra
reinado
reitor
rejeitar
relativo
remador
remendo
remorso
renovado
reparo
repelir
repleto
repolho
represa
repudiar
requerer
resenha
resfriar
resgatar
residir
resolver
respeito
ressaca
restante
resumir
retalho
reter
retirar
retomada
retratar
revelar
revisor
revolta
riacho
rica
rigidez
rigoroso
rimar
ringue
risada
risco
risonho
robalo
rochedo
rodada
rodeio
rodovia
roedor
roleta
romano
roncar
rosado
roseira
rosto
rota
roteiro
rotina
rotular
rouco
roupa
roxo
rubro
rugido
rugoso
ruivo
rumo
rupestre
russo
sabor
saciar
sacola
sacudir
sadio
safira
saga
sagrada
saibro
salada
saleiro
salgado
saliva
salpicar
salsicha
saltar
salvador
sambar
samurai
sanar
sanfona
sangue
sanidade
sapato
sarda
sargento
sarjeta
saturar
saudade
saxofone
sazonal
secar
secular
seda
sedento
sediado
sedoso
sedutor
segmento
segredo
segundo
seiva
seleto
selvagem
semanal
semente
senador
senhor
sensual
sentado
separado
sereia
seringa
serra
servo
setembro
setor
sigilo
silhueta
silicone
simetria
simpatia
simular
sinal
sincero
singular
sinopse
sintonia
sirene
siri
situado
soberano
sobra
socorro
sogro
soja
solda
soletrar
solteiro
sombrio
sonata
sondar
sonegar
sonhador
sono
soprano
soquete
sorrir
sorteio
sossego
sotaque
soterrar
sovado
sozinho
suavizar
subida
submerso
subsolo
subtrair
sucata
sucesso
suco
sudeste
sufixo
sugador
sugerir
sujeito
sulfato
sumir
suor
superior
suplicar
suposto
suprimir
surdina
surfista
surpresa
surreal
surtir
suspiro
sustento
tabela
tablete
tabuada
tacho
tagarela
talher
talo
talvez
tamanho
tamborim
tampa
tangente
tanto
tapar
tapioca
tardio
tarefa
tarja
tarraxa
tatuagem
taurino
taxativo
taxista
teatral
tecer
tecido
teclado
tedioso
teia
teimar
telefone
telhado
tempero
tenente
tensor
tentar
termal
terno
terreno
tese
tesoura
testado
teto
textura
texugo
tiara
tigela
tijolo
timbrar
timidez
tingido
tinteiro
tiragem
titular
toalha
tocha
tolerar
tolice
tomada
tomilho
tonel
tontura
topete
tora
torcido
torneio
torque
torrada
torto
tostar
touca
toupeira
toxina
trabalho
tracejar
tradutor
trafegar
trajeto
trama
trancar
trapo
traseiro
tratador
travar
treino
tremer
trepidar
trevo
triagem
tribo
triciclo
tridente
trilogia
trindade
triplo
triturar
triunfal
trocar
trombeta
trova
trunfo
truque
tubular
tucano
tudo
tulipa
tupi
turbo
turma
turquesa
tutelar
tutorial
uivar
umbigo
unha
unidade
uniforme
urologia
urso
urtiga
urubu
usado
usina
usufruir
vacina
vadiar
vagaroso
vaidoso
vala
valente
validade
valores
vantagem
vaqueiro
varanda
vareta
varrer
vascular
vasilha
vassoura
vazar
vazio
veado
vedar
vegetar
veicular
veleiro
velhice
veludo
vencedor
vendaval
venerar
ventre
verbal
verdade
vereador
vergonha
vermelho
verniz
versar
vertente
vespa
vestido
vetorial
viaduto
viagem
viajar
viatura
vibrador
videira
vidraria
viela
viga
vigente
vigiar
vigorar
vilarejo
vinco
vinheta
vinil
violeta
virada
virtude
visitar
visto
vitral
viveiro
vizinho
voador
voar
vogal
volante
voleibol
voltagem
volumoso
vontade
vulto
vuvuzela
xadrez
xarope
xeque
xeretar
xerife
xingar
zangado
zarpar
zebu
zelador
zombar
zoologia
zumbido`.split("\n"));
// circle/bytes.ts
function concat(...parts) {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
function utf8(text) {
	return new TextEncoder().encode(text);
}
function areEqual(one, other) {
	return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function fromHex(text) {
	if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
	return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}
function toBase64(bytes) {
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
function fromBase64(text) {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : null;
}
function leafHash(sha256, data) {
	return sha256(concat(Uint8Array.of(0), data));
}
function nodeHash(sha256, left, right) {
	return sha256(concat(Uint8Array.of(1), left, right));
}
function subtreeHash(sha256, hashes, [from, to]) {
	const size = to - from;
	if (size === 0) return sha256(utf8(""));
	if (size === 1) return hashes.leaf(from);
	if (size === 256 && from % 256 === 0 && hashes.block) return hashes.block(from / 256);
	const middle = from + leftSize(size);
	return nodeHash(sha256, subtreeHash(sha256, hashes, [from, middle]), subtreeHash(sha256, hashes, [middle, to]));
}
function leftSize(size) {
	let left = 1;
	while (left * 2 < size) left *= 2;
	return left;
}
var ID_BYTES = 4;
var TIME_BYTES = 8;
var SIGNATURES_MAX = 100;
function namedKey(sha256, name, type, publicKey) {
	return {
		name,
		type,
		id: sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, ID_BYTES),
		publicKey
	};
}
function parseVerifierKey(sha256, text) {
	const [name, id, ...rest] = text.split("+");
	const bytes = fromBase64(rest.join("+"));
	if (!name || !id || !isKeyName(name) || !bytes || bytes.length !== 33) return null;
	const type = bytes[0];
	if (type !== 1 && type !== 4) return null;
	const key = namedKey(sha256, name, type, bytes.slice(1));
	return toHex(key.id) === id ? key : null;
}
function isKeyName(name) {
	return name !== "" && !/[\s+\p{Cc}]/u.test(name);
}
function parseNote(text) {
	const end = text.lastIndexOf("\n\n");
	const hasControls = Array.from(text).some((character) => character < " " && character !== "\n");
	if (end < 0 || !text.endsWith("\n") || hasControls || !text.isWellFormed()) return null;
	const signatures = parseSignatureLines(text.slice(end + 2));
	return signatures && signatures.length > 0 ? {
		text: text.slice(0, end + 1),
		signatures
	} : null;
}
function parseSignatureLines(text) {
	const lines = text.split("\n");
	if (lines.pop() !== "" || lines.length > SIGNATURES_MAX) return null;
	const found = [];
	for (const line of lines) {
		const [dash, name, base64, more] = line.split(" ");
		const bytes = fromBase64(base64 ?? "");
		if (dash !== "—" || !name || !isKeyName(name) || more !== void 0 || !bytes || bytes.length <= ID_BYTES) return null;
		found.push({
			name,
			id: bytes.slice(0, ID_BYTES),
			signature: bytes.slice(ID_BYTES)
		});
	}
	return found;
}
var isOf = ({ name, id }, signature) => signature.name === name && areEqual(signature.id, id);
function isSignedBy(note, key, verify) {
	const own = note.signatures.filter((signature) => isOf(key, signature));
	return own.length > 0 && own.every(({ signature }) => verify(key.publicKey, utf8(note.text), signature));
}
function checkpointText({ origin, size, root }) {
	return `${origin}\n${size}\n${toBase64(root)}\n`;
}
function parseCheckpoint(text) {
	const [origin, size, root64, ...more] = text.split("\n");
	const root = fromBase64(root64 ?? "");
	if (!origin || !size || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== 32) return null;
	if (more.pop() !== "" || more.includes("") || !Number.isSafeInteger(Number(size))) return null;
	return {
		origin,
		size: Number(size),
		root
	};
}
function cosignedText(seconds, text) {
	return `cosignature/v1\ntime ${seconds}\n${text}`;
}
function cosignaturesOf(text, signatures, key) {
	return signatures.flatMap((one) => {
		if (!isOf(key, one) || one.signature.length !== 72) return [];
		const seconds = new DataView(one.signature.buffer, one.signature.byteOffset).getBigUint64(0);
		if (seconds > BigInt(Number.MAX_SAFE_INTEGER)) return [];
		const message = utf8(cosignedText(Number(seconds), text));
		return [{
			seconds: Number(seconds),
			message,
			signature: one.signature.slice(TIME_BYTES)
		}];
	});
}
function cosignedAt(text, signatures, key, verify) {
	return cosignaturesOf(text, signatures, key).find(({ message, signature }) => verify(key.publicKey, message, signature))?.seconds ?? null;
}
function originOf(circleId) {
	return `ciranda/${circleId}`;
}
function entryLeaf(sha256, hash) {
	const bytes = fromHex(hash);
	if (bytes?.length !== 32) throw new Error("An entry has a hash of 32 bytes in lower-case hex");
	return leafHash(sha256, bytes);
}
function checkpointOf(sha256, circleId, entries, size = entries.length, block) {
	const leaf = (index) => entryLeaf(sha256, entries[index].hash);
	const hashes = {
		leaf,
		...block ? { block } : {}
	};
	return {
		origin: originOf(circleId),
		size,
		root: subtreeHash(sha256, hashes, [0, size])
	};
}
// circle/ledger/day-code.ts
var ROUNDS = 2 ** 17;
var DIGITS = 12;
var DIGIT_BYTES = 8;
var WORDS$1 = 8;
var WORD_BITS = 11;
async function dayMarks(checkpoint, { day, groupNumber = "" }, stretch) {
	const bytes = await stretch(utf8(`${checkpointText(checkpoint)}${day}\n${groupNumber.replaceAll(/\D/g, "")}\n`), utf8("ciranda day code v2\n"), ROUNDS);
	const digits = (new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) % 10n ** BigInt(DIGITS)).toString().padStart(DIGITS, "0");
	return {
		code: [
			0,
			4,
			8
		].map((from) => digits.slice(from, from + 4)).join(" "),
		wordBits: bytes.slice(DIGIT_BYTES, 19)
	};
}
function dayWords({ wordBits }, list) {
	const bits = Array.from(wordBits, (byte) => byte.toString(2).padStart(8, "0")).join("");
	return Array.from({ length: WORDS$1 }, (_, index) => {
		const at = index * WORD_BITS;
		return list[Number.parseInt(bits.slice(at, at + WORD_BITS), 2)];
	}).join(" ");
}
// circle/ledger/entry.ts
var FIELDS = [
	"actor_id",
	"at",
	"hash",
	"kind",
	"payload",
	"previous_hash",
	"seq"
];
function isEntry(value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	const { seq, at, actor_id, kind, payload, previous_hash, hash } = value;
	return Object.keys(value).toSorted().join() === FIELDS.join() && Number.isSafeInteger(seq) && seq >= 1 && isTime(at) && typeof kind === "string" && typeof previous_hash === "string" && typeof hash === "string" && (actor_id === null || typeof actor_id === "string") && typeof payload === "object" && payload !== null && !Array.isArray(payload) && isShallow(payload, DEPTH_MAX);
}
function isTime(value) {
	const at = typeof value === "string" ? new Date(value) : null;
	return at !== null && Number.isFinite(at.getTime()) && at.toISOString() === value;
}
var DEPTH_MAX = 32;
function isShallow(value, depth) {
	if (typeof value !== "object" || value === null) return true;
	return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
var COMMAND_KIND = "command";
var GENESIS_HASH = "0".repeat(64);
function entryText(circleId, { seq, at, actor_id, kind, payload, previous_hash }) {
	return canonicalJson({
		circle_id: circleId,
		seq,
		at,
		actor_id,
		kind,
		payload,
		previous_hash
	});
}
function headText({ circle_id, seq, hash, at }) {
	return `ciranda ledger head v1\n${canonicalJson({
		circle_id,
		seq,
		hash,
		at
	})}`;
}
function canonicalJson(value) {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value === "object" && value !== null) return `{${definedKeys(value).toSorted().map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
	return JSON.stringify(value);
}
function isSameJson(a, b) {
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => isSameJson(v, b[i]));
	const [ours, theirs] = [definedKeys(a), definedKeys(b)];
	return ours.length === theirs.length && ours.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]));
}
function definedKeys(value) {
	return Object.keys(value).filter((key) => value[key] !== void 0);
}
// circle/ledger/readable.ts
var PASSED_OVER_MAX = 20;
function entryReader(entries, onUnreadable = () => void 0) {
	let readable = entries;
	let passedOver = 0;
	return (check) => {
		for (;;) try {
			return check(readable);
		} catch (error) {
			const at = lastOfShortestBroken(check, readable);
			if (at === null) throw error;
			const entry = readable[at];
			onUnreadable(entry.seq);
			passedOver += 1;
			readable = passedOver > PASSED_OVER_MAX ? readable.slice(0, at) : readable.with(at, {
				...entry,
				kind: "unreadable",
				payload: {}
			});
		}
	};
}
function lastOfShortestBroken(check, entries) {
	const breaks = (length) => {
		try {
			check(entries.slice(0, length));
			return false;
		} catch {
			return true;
		}
	};
	if (breaks(0)) return null;
	let [whole, broken] = [0, entries.length];
	while (broken - whole > 1) {
		const middle = whole + broken >> 1;
		if (breaks(middle)) broken = middle;
		else whole = middle;
	}
	return broken - 1;
}
// circle/ledger/member-words.ts
var wordKinds = [
	"member.approved",
	"member.reinstated",
	"member.suspended",
	"member.left",
	"member.vouched",
	"member.vouch_withdrawn",
	"witness.chosen",
	"witness.dropped"
];
function openMemberWords(sha256) {
	const members = new Set();
	const knownBy = new Map();
	const witnesses = new Map();
	const faultOf = ({ kind, payload }) => {
		const { memberId, subjectId, witness, hash, signature } = payload;
		if (signature === void 0) return "word.unsigned";
		if (!members.has(memberId)) return "word.not_theirs";
		if (kind === "member.vouched" && (subjectId === memberId || !members.has(subjectId))) return "word.not_theirs";
		return witness !== void 0 && sha256(String(witness)) !== hash ? "witness.hash_differs" : null;
	};
	const read = (entry) => {
		const { kind, payload } = entry;
		const { memberId, subjectId, witness } = payload;
		if (kind === "member.approved" || kind === "member.reinstated") members.add(memberId);
		if (kind === "member.suspended" || kind === "member.left") members.delete(memberId);
		const words = kind.startsWith("witness.") ? witnesses : kind.startsWith("member.vouch") ? knownBy : null;
		if (!words) return null;
		const fault = faultOf(entry);
		if (fault) return fault;
		const about = kind.startsWith("witness.") ? witness : subjectId;
		const said = words.get(about) ?? new Set();
		if (kind === "member.vouched" || kind === "witness.chosen") said.add(memberId);
		else said.delete(memberId);
		words.set(about, said);
		return null;
	};
	const ofMembers = (words) => new Map([...words].map(([about, said]) => [about, new Set([...said].filter((id) => members.has(id)))]));
	return {
		read,
		result: () => ({
			members,
			knownBy: ofMembers(knownBy),
			witnesses: ofMembers(witnesses)
		})
	};
}
function isChosen({ members, witnesses }, key, readerId) {
	const by = witnesses.get(key);
	return by !== void 0 && (readerId !== null && by.has(readerId) || by.size > 0 && 2 * by.size >= members.size);
}
var isWord = (value) => wordKinds.includes(value?.kind ?? "") && isEntry(value);
function chosenWitnesses(entries, readers, sha256) {
	const result = entryReader(entries.filter(isWord))((readable) => {
		const words = openMemberWords(sha256);
		for (const entry of readable) words.read(entry);
		return words.result();
	});
	return [...result.witnesses.keys()].filter((key) => [null, ...readers].some((reader) => isChosen(result, key, reader)));
}
// circle/ledger/act-kinds.ts
var acts = {
	send_receipt: {
		image: true,
		isOfDonation: true,
		hasSum: true,
		isDemanded: true
	},
	reject_receipt: {
		isOfDonation: true,
		isDemanded: true,
		hasWords: true
	},
	confirm: {
		isOfDonation: true,
		hasSum: true,
		isDemanded: true
	},
	report: {
		isOfDonation: true,
		isDemanded: true,
		hasWords: true
	},
	accept_upgrade: { isDemanded: true },
	pay_ahead: { isDemanded: true },
	leave: { isDemanded: true },
	accept_terms: {
		record: "terms.accepted",
		image: "hash",
		isDemanded: true
	},
	join_draw: {
		record: "draw.joined",
		image: "commitment",
		isDemanded: true
	},
	open_draw: {
		record: "draw.opened",
		image: "number",
		isDemanded: true
	},
	accept_order: {
		record: "order.accepted",
		about: "orderId",
		image: "hash",
		isDemanded: true
	},
	confirm_key: {
		record: "payment_key.confirmed",
		image: "commitment",
		isDemanded: true
	},
	object_key: {
		record: "payment_key.objected",
		image: "commitment"
	},
	object: {
		record: "approval.objected",
		about: "approvalId"
	},
	withdraw_objection: {
		record: "approval.objection_withdrawn",
		about: "approvalId",
		isDemanded: true
	},
	appeal: {
		record: "case.appealed",
		about: "reportId",
		hasWords: true
	},
	say: {
		record: "case.words",
		about: "reportId",
		image: true,
		isDemanded: true
	},
	remove_key: {
		record: "member.key_removed",
		about: "keyId"
	},
	admit_key: {
		record: "member.key_admitted",
		about: "keyId",
		image: "hash",
		isDemanded: true
	},
	vouch: {
		record: "member.vouched",
		about: "subjectId"
	},
	unvouch: {
		record: "member.vouch_withdrawn",
		about: "subjectId"
	},
	confirm_fiscal: {
		record: "fiscal.confirmed",
		about: "subjectId",
		isDemanded: true
	},
	end_fiscal: {
		record: "fiscal.unconfirmed",
		about: "subjectId",
		isDemanded: true
	},
	resign_fiscal: {
		record: "fiscal.resigned",
		isDemanded: true
	},
	choose_witness: {
		record: "witness.chosen",
		image: "hash"
	},
	drop_witness: {
		record: "witness.dropped",
		image: "hash"
	},
	ask_swap: {
		record: "swap.asked",
		about: "subjectId",
		image: "hash"
	},
	accept_swap: { mayHaveImage: true },
	end_swap: {
		record: "swap.ended",
		about: "swapId"
	},
	end_substitute: {
		record: "substitute.ended",
		about: "substituteId"
	},
	contest_beginning: { record: "beginning.contested" },
	take_shares: { isDemanded: true },
	ask_substitute: {
		record: "substitute.asked",
		about: "subjectId",
		image: "hash"
	},
	accept_substitute: {
		record: "substitute.accepted",
		about: "substituteId",
		image: "hash"
	},
	accept_beginning: {
		record: "beginning.accepted",
		image: "hash",
		isDemanded: true
	},
	administer: {
		record: "approval.proposed",
		image: true,
		isDemanded: true
	},
	approve: {
		record: "approval.approved",
		about: "approvalId",
		image: "bodyHash",
		isDemanded: true
	},
	reject: {
		record: "approval.rejected",
		about: "approvalId"
	}
};
var ACT_KINDS = Object.keys(acts);
function shapeOf(act) {
	return acts[act];
}
var byRecord = new Map(ACT_KINDS.flatMap((act) => {
	const { record } = shapeOf(act);
	return record ? [[record, act]] : [];
}));
function actOfKind(kind) {
	return byRecord.get(kind) ?? null;
}
// circle/ledger/decided-records.ts
var SIGNED = {
	"administrator.removed": ["userId", "role"],
	"circle.answer_days_set": ["days"],
	"circle.calendar_removed": [],
	"circle.calendar_set": ["day", "hour"],
	"circle.closed": [],
	"fiscal.named": ["memberId"],
	"fiscal.withdrawn": ["memberId"],
	"helper.ended": ["memberId", "helperId"],
	"helper.named": ["memberId", "helperId"],
	"member.access_reset": ["memberId"],
	"member.email_changed": ["memberId"],
	"payment_key.change_asked": ["memberId"]
};
var mayBeDecided = (kind) => Object.hasOwn(SIGNED, kind);
function isDecidedRecord(kind, fields, actorId) {
	const isOwn = fields["memberId"] === actorId || fields["helperId"] === actorId;
	return actorId !== null && !isOwn && mayBeDecided(kind);
}
function recordText(kind, fields) {
	return canonicalJson({
		kind,
		...Object.fromEntries((SIGNED[kind] ?? []).map((name) => [name, fields[name]]))
	});
}
// circle/ledger/records.ts
var VIAS = [
	"password",
	"temporary",
	"passkey",
	"recovery",
	"helper",
	"job",
	"seed"
];
var fieldPatterns = {
	id: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
	ids: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(,[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})*$/,
	hash: /^[\da-f]{64}$/,
	base64url: /^[\w-]{1,270}$/,
	code: /^[A-Za-z][\w.]{0,39}$/,
	codes: /^[A-Za-z][\w.]{0,39}(,[A-Za-z][\w.]{0,39})*$/,
	seq: /^[1-9]\d{0,14}$/,
	cents: /^(0|[1-9]\d{0,14})$/,
	day: /^([1-9]|[12]\d|3[01])$/,
	hour: /^(\d|1\d|2[0-3])$/,
	witness: /^[\w./-]{1,80}\+[\da-f]{8}\+[A-Za-z\d+/]{44}$/,
	time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
};
var recordFields = {
	"member.access_reset": { memberId: "id" },
	"member.email_changed": { memberId: "id" },
	"member.recovered": { memberId: "id" },
	"member.phone_lost": {
		memberId: "id",
		by: "code"
	},
	"member.password_changed": { memberId: "id" },
	"member.own_email_changed": { memberId: "id" },
	"circle.clock_moved": { to: "time" },
	"member.key_added": {
		memberId: "id",
		keyId: "id",
		publicKey: "base64url"
	},
	"member.key_removed": {
		memberId: "id",
		keyId: "id"
	},
	"member.key_admitted": {
		memberId: "id",
		keyId: "id",
		hash: "hash"
	},
	"payment_key.committed": {
		memberId: "id",
		commitment: "hash"
	},
	"payment_key.change_asked": {
		memberId: "id",
		commitment: "hash",
		by: "code",
		holdsAt: "time"
	},
	"payment_key.confirmed": {
		memberId: "id",
		commitment: "hash"
	},
	"payment_key.objected": {
		memberId: "id",
		commitment: "hash"
	},
	"payment_key.withdrawn": {
		memberId: "id",
		commitment: "hash"
	},
	"circle.terms_changed": {
		hash: "hash",
		what: "code"
	},
	"circle.renamed": {
		from: "hash",
		to: "hash"
	},
	"circle.registration_opened": {},
	"circle.registration_closed": {},
	"circle.calendar_set": {
		day: "day",
		hour: "hour"
	},
	"circle.calendar_removed": {},
	"circle.answer_days_set": { days: "day" },
	"circle.closed": {},
	"terms.accepted": {
		memberId: "id",
		hash: "hash"
	},
	"terms.carried": {
		memberId: "id",
		hash: "hash"
	},
	"circle.administrators_named": { userIds: "ids" },
	"case.words": {
		donationId: "id",
		reportId: "id",
		wordsId: "id",
		what: "code",
		hash: "hash"
	},
	"queue.reason": {
		change: "seq",
		hash: "hash"
	},
	"draw.begun": {
		drawId: "id",
		commitment: "hash",
		joinUntil: "time",
		openUntil: "time",
		memberIds: "ids"
	},
	"draw.joined": {
		drawId: "id",
		memberId: "id",
		commitment: "hash"
	},
	"draw.opened": {
		drawId: "id",
		memberId: "id",
		number: "hash"
	},
	"draw.revealed": {
		drawId: "id",
		secret: "hash"
	},
	"draw.lapsed": {
		drawId: "id",
		reason: "code"
	},
	"order.proposed": {
		orderId: "id",
		memberIds: "ids",
		hash: "hash"
	},
	"order.accepted": {
		orderId: "id",
		memberId: "id",
		hash: "hash"
	},
	"order.withdrawn": { orderId: "id" },
	"order.lapsed": { orderId: "id" },
	"member.vouched": {
		memberId: "id",
		subjectId: "id"
	},
	"member.vouch_withdrawn": {
		memberId: "id",
		subjectId: "id"
	},
	"fiscal.named": { memberId: "id" },
	"fiscal.withdrawn": { memberId: "id" },
	"fiscal.confirmed": {
		memberId: "id",
		subjectId: "id"
	},
	"fiscal.unconfirmed": {
		memberId: "id",
		subjectId: "id"
	},
	"fiscal.resigned": { memberId: "id" },
	"swap.asked": {
		swapId: "id",
		memberId: "id",
		subjectId: "id",
		from: "seq",
		to: "seq",
		hash: "hash"
	},
	"swap.ended": {
		swapId: "id",
		memberId: "id"
	},
	"substitute.asked": {
		substituteId: "id",
		memberId: "id",
		subjectId: "id",
		given: "cents",
		received: "cents",
		hash: "hash"
	},
	"substitute.accepted": {
		substituteId: "id",
		memberId: "id",
		hash: "hash"
	},
	"substitute.ended": {
		substituteId: "id",
		memberId: "id"
	},
	"beginning.accepted": {
		memberId: "id",
		hash: "hash"
	},
	"beginning.contested": {
		memberId: "id",
		hash: "hash"
	},
	"witness.chosen": {
		memberId: "id",
		witness: "witness",
		hash: "hash"
	},
	"witness.dropped": {
		memberId: "id",
		witness: "witness",
		hash: "hash"
	},
	"case.appealed": {
		donationId: "id",
		reportId: "id",
		memberId: "id"
	},
	"administrator.participates": { memberId: "id" },
	"helper.named": {
		memberId: "id",
		helperId: "id",
		paper: "hash"
	},
	"helper.ended": {
		memberId: "id",
		helperId: "id"
	},
	"administrator.added": {
		userId: "id",
		role: "code"
	},
	"administrator.removed": {
		userId: "id",
		role: "code"
	},
	"administrator.access_reset": {
		userId: "id",
		role: "code"
	},
	"approval.proposed": {
		approvalId: "id",
		change: "code",
		bodyHash: "hash",
		actHash: "hash"
	},
	"approval.approved": {
		approvalId: "id",
		bodyHash: "hash"
	},
	"approval.rejected": { approvalId: "id" },
	"approval.withdrawn": { approvalId: "id" },
	"approval.expired": { approvalId: "id" },
	"approval.objected": {
		approvalId: "id",
		memberId: "id"
	},
	"approval.objection_withdrawn": {
		approvalId: "id",
		memberId: "id"
	},
	"approval.executed": {
		approvalId: "id",
		bodyHash: "hash",
		actHash: "hash"
	},
	"approval.failed": {
		approvalId: "id",
		reason: "code"
	}
};
function isRecordKind(kind) {
	return Object.hasOwn(recordFields, kind);
}
var ownRecords = [
	"member.key_added",
	"member.key_removed",
	"member.key_admitted",
	"member.phone_lost",
	"member.password_changed",
	"member.own_email_changed",
	"payment_key.confirmed",
	"payment_key.objected",
	"draw.joined",
	"draw.opened",
	"order.accepted",
	"case.appealed",
	"approval.objected",
	"approval.objection_withdrawn",
	"member.vouched",
	"member.vouch_withdrawn",
	"witness.chosen",
	"witness.dropped",
	"swap.asked",
	"swap.ended",
	"substitute.asked",
	"substitute.accepted",
	"substitute.ended",
	"beginning.accepted",
	"beginning.contested",
	"fiscal.confirmed",
	"fiscal.unconfirmed",
	"fiscal.resigned",
	"administrator.participates"
];
var nobodysRecords = [
	"draw.revealed",
	"draw.lapsed",
	"order.lapsed",
	"administrator.access_reset"
];
var circleSettings = [
	"circle.calendar_set",
	"circle.calendar_removed",
	"circle.answer_days_set",
	"circle.closed",
	"fiscal.named",
	"fiscal.withdrawn",
	"order.proposed",
	"order.withdrawn"
];
function mayRecord(kind, actorId, { memberId, by }) {
	if (circleSettings.includes(kind) || kind.startsWith("helper.")) return actorId !== null;
	if (kind === "payment_key.change_asked") return actorId !== null && actorId === memberId === (by === "member");
	if (nobodysRecords.includes(kind)) return actorId === null;
	return !ownRecords.includes(kind) || actorId === memberId;
}
function isRecordPayload(kind, payload) {
	const fields = recordFields[kind];
	const { via, signature, helper: _, ...rest } = payload;
	return saysHelper(payload) && (signature === void 0 || actOfKind(kind) !== null || mayBeDecided(kind)) && VIAS.includes(via) && Object.keys(rest).length === Object.keys(fields).length && Object.entries(fields).every(([name, field]) => {
		const value = rest[name];
		return typeof value === "string" && fieldPatterns[field].test(value);
	});
}
function saysHelper({ via, helper }) {
	return via === "helper" ? typeof helper === "string" && fieldPatterns.id.test(helper) : helper === void 0;
}
// circle/queue-changes.ts
var QUEUE_CHANGES = [
	"place",
	"remove",
	"swap",
	"move_to_end",
	"reorder",
	"set_receiver",
	"next_receiver",
	"edit_entry",
	"apply_draw",
	"undo"
];
var CHANGES_BY_HAND = QUEUE_CHANGES.filter((kind) => kind !== "apply_draw");
[...QUEUE_CHANGES];
function isQueueChange(kind) {
	return QUEUE_CHANGES.includes(kind);
}
function isByHand(kind) {
	return CHANGES_BY_HAND.includes(kind);
}
// circle/ledger/rules.ts
var HELD_SINCE = 2;
function holdsToRules(command, since = HELD_SINCE) {
	return command?.kind === "create_circle" && command.mode === "real" && (command.rules ?? 1) >= since;
}
// circle/ledger/administrators.ts
var FOUNDING = [
	"command",
	"circle.created",
	"circle.terms_changed"
];
var TOLERANCE_MS = 6e5;
var INVITATION_MS = 6054e5;
var ALONE_MS$2 = 2592e5 - TOLERANCE_MS;
var administered = [
	"change_plan",
	"approve_member",
	"depart_member",
	"reinstate_member",
	...QUEUE_CHANGES,
	"begin_rotation",
	"bring_in",
	"generate_pull",
	"open_case",
	"pause_month",
	"hand_over",
	"set_report_status",
	"resolve_report",
	"decide_appeal"
];
function addingText(role) {
	return canonicalJson({
		kind: "add_administrator",
		role
	});
}
function openAdministrators(sha256) {
	const acting = new Map();
	const until = new Map();
	let additions = [];
	let place = 0;
	let namedSeq = null;
	const name = ({ payload, seq }) => {
		if (namedSeq !== null || place !== FOUNDING.length) return "administrator.named_late";
		namedSeq = seq;
		for (const id of String(payload["userIds"]).split(",")) {
			acting.set(id, -Infinity);
			until.set(id, Infinity);
		}
		return null;
	};
	const add = ({ payload, at }) => {
		const { userId, role } = payload;
		const now = Date.parse(at);
		const actHash = sha256(addingText(String(role)));
		const fitting = additions.filter((one) => one.actHash === actHash && now - one.at <= INVITATION_MS);
		const used = fitting.find(({ byOnePerson }) => byOnePerson) ?? fitting[0];
		if (!used) return namedSeq === null ? null : "administrator.unapproved";
		additions = additions.filter((one) => one !== used);
		if (role === "ADMIN") {
			acting.set(userId, fitting.every(({ byOnePerson }) => byOnePerson) ? now + ALONE_MS$2 : now);
			until.set(userId, Infinity);
		}
		return null;
	};
	const mayDecide = (id, now) => namedSeq === null || (until.get(id) ?? -Infinity) >= now;
	return {
		mayDecide,
		namedSeq: () => namedSeq,
		read(entry, isFiscal) {
			const { kind, payload, actor_id, at } = entry;
			const isTheirs = () => mayDecide(actor_id, Date.parse(at)) || isFiscals(entry, isFiscal);
			const fault = kind === "circle.administrators_named" ? name(entry) : kind === "administrator.added" ? add(entry) : isAdministered(entry) && !isTheirs() ? "administrator.unknown" : null;
			if (kind === "administrator.removed" && acting.delete(payload["userId"])) until.set(payload["userId"], Date.parse(at) + TOLERANCE_MS);
			place = FOUNDING[place] === kind ? place + 1 : FOUNDING.length + 1;
			return fault;
		},
		approve(addition) {
			additions.push(addition);
		},
		isActing: (userId) => namedSeq === null || acting.has(userId),
		seconds: (now) => [...acting].flatMap(([id, from]) => from <= now ? [String(id)] : []),
		isSecond: (userId, now) => namedSeq === null || (acting.get(userId) ?? Infinity) <= now
	};
}
var decidedByFiscals = ["decide_appeal", "resolve_report"];
function isFiscals({ payload, actor_id: actorId }, isFiscal) {
	const { command } = payload;
	return command !== void 0 && decidedByFiscals.includes(command.kind) && isFiscal(actorId);
}
function isOfAdministration(command, actorId) {
	if (command.kind === "confirm") return command.by === "administration";
	if (!administered.includes(command.kind)) return false;
	const isJoining = command.kind === "approve_member" && command.memberId === actorId;
	const isLeaving = command.kind === "depart_member" && command.how === "left" && command.memberId === actorId;
	return !isJoining && !isLeaving;
}
var changes = ["circle.terms_changed", "circle.renamed"];
function isAdministered({ kind, payload, actor_id: actorId }) {
	const { command } = payload;
	if (circleSettings.includes(kind)) return true;
	if (kind === "administrator.removed" || kind === "administrator.participates") return true;
	if (kind === "helper.named" || kind === "helper.ended") return kind === "helper.named" || payload["memberId"] !== actorId && payload["helperId"] !== actorId;
	if (changes.includes(kind)) return actorId !== null;
	if (command?.kind === "approve_member") return true;
	return command !== void 0 && actorId !== null && isOfAdministration(command, actorId);
}
// circle/ledger/deeds.ts
var DECISIONS = ["administer", "approve"];
var LATER = ["begin_rotation", "set_report_status"];
var UNSIGNED = ["change_plan"];
var COMMANDED = [
	"suspend_member",
	"change_queue",
	"pause_month",
	"resolve_report",
	"decide_appeal",
	"hand_over"
];
var PROPOSED = [
	...COMMANDED,
	"close_circle",
	"add_administrator"
];
var OF_A_PERSON = ["payment_key", "suspend_member"];
var OF_A_RECORD = { "circle.closed": "close_circle" };
var RECORDS_MAX = 4;
var isLaterDeed = ({ kind }) => LATER.includes(kind);
var isDemandedDeed = ({ kind }) => kind !== "generate_pull";
function isDeed(command, actorId) {
	return actorId !== null && !UNSIGNED.includes(command.kind) && isOfAdministration(command, actorId);
}
function isProposedDeed(change) {
	return PROPOSED.includes(change);
}
function deedText(command) {
	switch (command.kind) {
		case "open_case": return canonicalJson({
			kind: command.kind,
			donationId: command.donationId
		});
		case "undo": return canonicalJson({
			kind: command.kind,
			seq: command.seq
		});
		case "generate_pull": return canonicalJson({ kind: command.kind });
		case "decide_appeal": {
			const { kind, reportId, decision, outcome } = command;
			return canonicalJson({
				kind,
				reportId,
				decision,
				outcome
			});
		}
		default: return canonicalJson(command);
	}
}
function openDecisions(sha256) {
	const proposals = new Map();
	let executed = null;
	let executedSeq = 0;
	return { read({ seq, kind, payload, actor_id: actorId }, { isAllHeld }) {
		const { approvalId, change, command } = payload;
		const image = payload["signature"]?.image ?? null;
		if (kind === "approval.proposed") proposals.set(approvalId, {
			change,
			image
		});
		if (kind === "approval.executed") [executed, executedSeq] = [approvalId, seq];
		if ((kind === "approval.proposed" || kind === "approval.approved") && !isAllHeld && proposals.get(approvalId)?.change === "add_administrator") return "settled";
		const proposal = proposals.get(executed);
		if (isDecidedRecord(kind, payload, actorId)) {
			if (OF_A_PERSON.includes(proposal?.change) && seq - executedSeq <= RECORDS_MAX) return "settled";
			const isProposed = proposal !== void 0 && proposal.change === OF_A_RECORD[kind];
			const signed = isProposed ? proposal.image : image;
			if (signed !== null && sha256 !== null && signed !== sha256(recordText(kind, payload))) return "differs";
			return isAllHeld && !isProposed ? null : "settled";
		}
		if (kind !== "command" || !command) return null;
		executed = null;
		if (!isDeed(command, actorId)) return null;
		const isCarriedOut = proposal !== void 0 && COMMANDED.includes(proposal.change);
		const signed = isCarriedOut ? proposal.image : image;
		if (signed !== null && sha256 !== null && signed !== sha256(deedText(command))) return "differs";
		const isHeld = isDemandedDeed(command) && (isAllHeld || !isLaterDeed(command));
		return isCarriedOut || !isHeld ? "settled" : null;
	} };
}
// circle/ledger/signed-act.ts
var SIGNATURE_AGE_MAX_MS = 6e5;
var SIGNATURE_AHEAD_MAX_MS = 6e4;
var APART_MAX_MS = 936e5;
var END_AGE_MAX_MS = 864e5;
var END_AGE_MAX_ENTRIES = 200;
function firstActText(circleId, { act, donationId, level, image }, { at, head }) {
	return [
		"ciranda-act-v1",
		circleId,
		act,
		donationId ?? "-",
		level ?? "-",
		image ?? "-",
		at,
		head
	].join("\n");
}
function actText(circleId, { act, donationId, level, image, cents, part }, debt, { at, head, seq, count }, helped = null) {
	const sum = cents === void 0 ? debt?.amountCents : `${cents}/${debt?.amountCents}`;
	const amount = part === void 0 ? sum : `${sum} part ${part}`;
	const of = debt ? [
		amount,
		debt.donorId,
		debt.receiverId ?? "-",
		debt.entry
	] : [
		"-",
		"-",
		"-",
		"-"
	];
	const about = [
		act,
		donationId ?? "-",
		level ?? "-",
		image ?? "-",
		...of
	];
	const by = helped === null ? [] : [`helper of ${helped}`];
	return [
		"ciranda-act-v3",
		circleId,
		...about,
		seq,
		head,
		at,
		count,
		...by
	].join("\n");
}
function signedTextOf(circleId, act, debt, { at, head, count, seq }, helped = null) {
	return count === void 0 ? firstActText(circleId, act, {
		at,
		head
	}) : actText(circleId, act, debt, {
		at,
		head,
		seq,
		count
	}, helped);
}
var madeBetween = ["donation.matched", "donation.handed_over"];
function debtOf({ kind, payload, hash }) {
	if (!madeBetween.includes(kind)) return null;
	const { amountCents, donorId, receiverId } = payload;
	return {
		entry: hash,
		amountCents,
		donorId,
		receiverId
	};
}
function debtWithId(entries, donationId) {
	const made = entries.findLast(({ kind, payload }) => madeBetween.includes(kind) && payload["donationId"] === donationId);
	return made ? debtOf(made) : null;
}
var signatureIn = ({ payload }) => payload["signature"];
function isTimely({ at, count }, entry) {
	const late = entry.at - Date.parse(at);
	return count === void 0 ? late <= SIGNATURE_AGE_MAX_MS && -late <= SIGNATURE_AHEAD_MAX_MS : Math.abs(late) <= APART_MAX_MS;
}
function isFresh(end, entry, { count }) {
	const between = entry.seq - 1 - end.seq;
	return entry.at - end.endedAt <= END_AGE_MAX_MS && (count === void 0 || between <= END_AGE_MAX_ENTRIES);
}
function actOf$1(command, actorId) {
	if (actorId !== null && isDeed(command, actorId)) return {
		act: "administer",
		memberId: actorId,
		donationId: null,
		level: null
	};
	switch (command.kind) {
		case "send_receipt": return {
			...ofDonation(command, command.memberId),
			...sumOf$1(command)
		};
		case "reject_receipt":
		case "report": return ofDonation(command, command.memberId);
		case "confirm": return command.by === "administration" ? null : {
			...ofDonation(command, command.by.memberId),
			...sumOf$1(command)
		};
		case "accept_upgrade": return {
			act: "accept_upgrade",
			memberId: command.memberId,
			donationId: null,
			level: command.toLevel
		};
		case "pay_ahead": return {
			act: "pay_ahead",
			memberId: command.memberId,
			donationId: command.receiverId,
			level: null
		};
		case "take_shares": return {
			act: "take_shares",
			memberId: command.memberId,
			donationId: null,
			level: command.shares
		};
		case "swap_turns": return {
			act: "accept_swap",
			memberId: command.memberId,
			donationId: command.swapId,
			level: null
		};
		case "depart_member": return command.how === "left" ? {
			act: "leave",
			memberId: command.memberId,
			donationId: null,
			level: null
		} : null;
		default: return null;
	}
}
function ofDonation({ kind, donationId }, memberId) {
	return {
		act: kind,
		memberId,
		donationId,
		level: null
	};
}
var sumOf$1 = ({ cents }) => cents === void 0 ? {} : { cents };
function actOfRecord(kind, fields, actorId) {
	const given = fields;
	if (actorId !== null && isDecidedRecord(kind, given, actorId)) return {
		act: "administer",
		memberId: actorId,
		donationId: null,
		level: null
	};
	const act = actOfKind(kind);
	const { memberId = actorId, change, what } = given;
	if (typeof memberId !== "string" || !act || act === "administer" && !isProposedDeed(change)) return null;
	if (act === "say" && what !== "statement") return null;
	const { about } = shapeOf(act);
	const subject = about ? given[about] : null;
	return {
		act,
		memberId,
		donationId: typeof subject === "string" ? subject : null,
		level: null
	};
}
function actOfEntry({ kind, payload, actor_id }) {
	const { command } = payload;
	const act = kind === "command" && typeof command === "object" && command !== null ? actOf$1(command, actor_id) : actOfRecord(kind, payload, actor_id);
	return act && act.memberId === actor_id ? act : null;
}
var shapes$1 = {
	key: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
	at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
	head: /^[\da-f]{64}$/,
	sig: /^[\w-]{86}$/
};
function isActSignature(value, act) {
	if (typeof value !== "object" || value === null) return false;
	const { image, count, cents, part, ...rest } = value;
	const { image: isNeeded, hasWords, mayHaveImage } = shapeOf(act);
	const isHash = typeof image === "string" && shapes$1.head.test(image);
	return (isNeeded ? isHash : image === null || (hasWords ?? mayHaveImage) === true && isHash) && (cents === void 0 || shapeOf(act).hasSum === true && Number.isSafeInteger(cents) && count !== void 0) && (part === void 0 || act === "confirm" && cents !== void 0 && Number.isSafeInteger(part)) && (count === void 0 || Number.isSafeInteger(count) && count > 0) && Object.keys(rest).length === Object.keys(shapes$1).length && Object.entries(shapes$1).every(([name, shape]) => typeof rest[name] === "string" && shape.test(rest[name])) && !Number.isNaN(Date.parse(rest["at"]));
}
function isOfRecord(act, { image }, fields) {
	const { image: field } = shapeOf(act);
	if (act === "administer" && fields["change"] === "add_administrator") return fields["actHash"] === image;
	return field === void 0 || field === true || fields[field] === image;
}
// circle/once.ts
function once(make) {
	let made = null;
	return () => (made ??= { value: make() }).value;
}
// circle/period.ts
var monthInSaoPaulo = once(() => new Intl.DateTimeFormat("en-CA", {
	timeZone: "America/Sao_Paulo",
	year: "numeric",
	month: "2-digit"
}));
function periodOf(instant) {
	const parts = monthInSaoPaulo().formatToParts(instant);
	const part = (type) => parts.find((candidate) => candidate.type === type).value;
	return `${part("year")}-${part("month")}`;
}
var DAY_MS = 864e5;
function nextPeriod(period) {
	const [year, month] = period.split("-").map(Number);
	return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
}
function nextPull(pulledPeriod, now) {
	const present = periodOf(now);
	const period = pulledPeriod === null || pulledPeriod < present ? present : nextPeriod(pulledPeriod);
	const fromAt = periodStart(period);
	return {
		period,
		fromAt,
		isDue: fromAt <= now
	};
}
function periodStart(period) {
	return Date.parse(`${period}-01T00:00:00-03:00`);
}
// circle/ledger/appeals.ts
var APPEAL_MS = 14 * DAY_MS;
function checkAppeals(entries) {
	const faults = [];
	const parties = new Map();
	const cases = new Map();
	const approvers = new Map();
	const changes = new Map();
	let isReal = false;
	let approved = null;
	let executed = null;
	for (const { seq, at, actor_id, kind, payload } of entries) {
		const { reportId, donationId, approvalId } = payload;
		const found = cases.get(reportId);
		if (kind === "command") {
			const { command } = payload;
			if (command?.kind === "create_circle") isReal = command.mode === "real";
			approved = executed && isOfChange(command, executed.change) ? executed.by : null;
			executed = null;
		} else if (kind === "approval.proposed") changes.set(approvalId, payload["change"]);
		else if (kind === "approval.approved") approvers.set(approvalId, [...approvers.get(approvalId) ?? [], actor_id]);
		else if (kind === "approval.executed") executed = {
			change: changes.get(approvalId),
			by: approvers.get(approvalId) ?? []
		};
		else if (madeBetween.includes(kind)) parties.set(donationId, [payload["donorId"], payload["receiverId"]]);
		else if (kind === "report.ended") {
			const deciders = new Set([actor_id, ...approved ?? []]);
			cases.set(reportId, {
				donationId,
				at: Date.parse(at),
				deciders,
				isAppealed: false,
				isOver: false
			});
		} else if (kind === "case.appealed") {
			if (found?.donationId === donationId && !found.isAppealed && (parties.get(donationId) ?? []).includes(payload["memberId"]) && Date.parse(at) - found.at <= APPEAL_MS + 6e5) found.isAppealed = true;
			else faults.push({
				code: "appeal.unfounded",
				seq
			});
		} else if (kind === "appeal.decided") {
			if (!found?.isAppealed || found.isOver || found.donationId !== donationId) faults.push({
				code: "appeal.unfounded",
				seq
			});
			else if (isReal && approved === null && found.deciders.has(actor_id)) faults.push({
				code: "appeal.own_decision",
				seq
			});
			if (found) found.isOver = true;
		}
	}
	return faults;
}
function isOfChange(command, change) {
	const kind = command?.kind === "set_report_status" ? "resolve_report" : command?.kind;
	return change === void 0 || change === kind;
}
// circle/plan.ts
var LEVELS = [
	1,
	2,
	3
];
var REAL = 100;
var termos = {
	name: "termos",
	version: 1,
	deadlineDays: 30,
	levels: [
		{
			donationCents: 1e4,
			required: 3,
			contributes: true,
			owed: [{
				type: "UPGRADE_N2",
				amountCents: 2e4,
				target: 2,
				count: 1
			}, {
				type: "CASCADE_N1",
				amountCents: 1e4,
				target: 1,
				count: 1
			}],
			owedWhen: "upgrade_accepted",
			onCompletion: "back_of_queue"
		},
		{
			donationCents: 2e4,
			required: 18,
			contributes: false,
			owed: [{
				type: "UPGRADE_N3",
				amountCents: 1600 * REAL,
				target: 3,
				count: 1
			}],
			owedWhen: "upgrade_accepted",
			onCompletion: "leave_queue"
		},
		{
			donationCents: 1600 * REAL,
			required: 27,
			contributes: false,
			owed: n3Owed(1600 * REAL),
			owedWhen: "level_completed",
			onCompletion: "leave_circle_queues"
		}
	]
};
({ ...termos }), termos.levels[0], { ...termos.levels[1] }, 600 * REAL, { ...termos.levels[2] }, 600 * REAL, 600 * REAL;
1600 * REAL;
function rodaPlan({ amountCents, months }) {
	return {
		name: "roda",
		version: 1,
		deadlineDays: 30,
		levels: [rotation(amountCents, months)]
	};
}
rodaPlan({
	amountCents: 1e4,
	months: 11
});
function n3Owed(amountCents) {
	return [
		{
			type: "ADM_N3",
			amountCents,
			target: "administration",
			count: 2
		},
		{
			type: "REINFORCEMENT_N3",
			amountCents,
			target: 3,
			count: 4
		},
		{
			type: "FINAL_PAYMENT_N3",
			amountCents,
			target: 3,
			count: 1
		}
	];
}
function rotation(donationCents, required) {
	return {
		donationCents,
		required,
		contributes: true,
		owed: [],
		owedWhen: "upgrade_accepted",
		onCompletion: "back_of_queue"
	};
}
function levelsOf({ levels }) {
	return LEVELS.slice(0, levels.length);
}
function lastLevel({ levels }) {
	return levels.length;
}
function levelPlan(plan, level) {
	return plan.levels[level - 1];
}
function owedTotalCents(levelOfPlan) {
	return levelOfPlan.owed.reduce((sum, item) => sum + item.amountCents * item.count, 0);
}
function levelPaysCents(levelOfPlan) {
	return levelOfPlan.donationCents * levelOfPlan.required;
}
function isBalanced(plan) {
	if (!hasExactly(plan, [
		"deadlineDays",
		"levels",
		"name",
		"version"
	])) return false;
	const { name, version, deadlineDays, levels } = plan;
	if (typeof name !== "string" || name === "") return false;
	if (!isWhole$1(version, 1, VERSION_MAX) || !isWhole$1(deadlineDays, 1, DEADLINE_DAYS_MAX)) return false;
	return Array.isArray(levels) && levels.length >= 1 && levels.length <= LEVELS.length && levels.every(isRotation);
}
function isRotation(level) {
	return hasExactly(level, [
		"contributes",
		"donationCents",
		"onCompletion",
		"owed",
		"owedWhen",
		"required"
	]) && isWhole$1(level["donationCents"], 1, AMOUNT_CENTS_MAX) && isWhole$1(level["required"], 1, REQUIRED_MAX) && level["contributes"] === true && Array.isArray(level["owed"]) && level["owed"].length === 0 && (level["owedWhen"] === "upgrade_accepted" || level["owedWhen"] === "level_completed") && level["onCompletion"] === "back_of_queue";
}
function hasExactly(value, keys) {
	return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).toSorted().join() === keys.join();
}
var VERSION_MAX = 1e6;
var DEADLINE_DAYS_MAX = 365;
var REQUIRED_MAX = 99;
var AMOUNT_CENTS_MAX = 1e8;
function planFaults(plan) {
	const faults = [];
	if (!isWhole$1(plan.deadlineDays, 1, DEADLINE_DAYS_MAX)) faults.push("O prazo deve ter de 1 a 365 dias.");
	if (plan.levels.length > LEVELS.length) faults.push("O plano deve ter de um a três níveis.");
	if (!plan.levels[0].contributes) faults.push("O nível 1 precisa de uma contribuição mensal.");
	for (const level of levelsOf(plan)) faults.push(...levelFaults(plan, level));
	return faults;
}
function levelFaults(plan, level) {
	const own = levelPlan(plan, level);
	const faults = [];
	if (!isWhole$1(own.donationCents, 1, AMOUNT_CENTS_MAX)) faults.push(`N${level}: o valor da doação deve ser positivo.`);
	if (!isWhole$1(own.required, 1, REQUIRED_MAX)) faults.push(`N${level}: as doações necessárias devem ir de 1 a 99.`);
	for (const item of own.owed) {
		if (item.type === "PULL" || item.type === "SETTLEMENT") faults.push(`N${level}: ${item.type} não é devido por concluir um nível.`);
		if (!isWhole$1(item.amountCents, 1, AMOUNT_CENTS_MAX)) faults.push(`N${level}: todo valor devido deve ser positivo.`);
		if (!isWhole$1(item.count, 1, 99)) faults.push(`N${level}: a quantidade devida deve ir de 1 a 99.`);
		if (item.target !== "administration" && item.target > plan.levels.length) {
			faults.push(`N${level}: ${item.type} vai para a fila N${item.target}, que este plano não tem.`);
			continue;
		}
		if (item.target !== "administration" && item.amountCents !== levelPlan(plan, item.target).donationCents) faults.push(`N${level}: ${item.type} deve ter o valor da doação do nível ${item.target}.`);
	}
	if (owedTotalCents(own) > levelPaysCents(own)) faults.push(`N${level}: deve-se mais do que o nível paga.`);
	if (own.onCompletion === "leave_circle_queues" && finalPayments(own) !== 1) faults.push(`N${level}: quem deixa as filas do círculo deve exatamente um FINAL_PAYMENT_N3, que o traz de volta.`);
	return faults;
}
function finalPayments(levelOfPlan) {
	return levelOfPlan.owed.reduce((sum, item) => sum + (item.type === "FINAL_PAYMENT_N3" ? item.count : 0), 0);
}
function isWhole$1(value, min, max) {
	return Number.isSafeInteger(value) && value >= min && value <= max;
}
// circle/ending.ts
function findUnfinished(state) {
	const members = [...state.members.values()];
	const behind = members.filter(({ given, received }) => given.administration > 0 || levelsOf(state.plan).some((level) => given[level] !== received[level])).length;
	const open = state.obligations.size + state.reports.size;
	return behind === 0 && open === 0 && members.some(({ given }) => levelsOf(state.plan).some((n) => given[n] > 0)) ? null : {
		behind,
		open
	};
}
// circle/clock.ts
var OWN_REPORT_STOP_MS = 14 * DAY_MS;
var ANOTHER_RECEIPT_MS = 2 * DAY_MS;
function findOpenReport({ reports }, { reportId }) {
	return reportId === null ? null : reports.get(reportId) ?? null;
}
function reportHoldsUntil({ donorId, isUndecided }, { reporterId, reportedAt, holdsMs }) {
	const most = holdsMs ?? (reporterId === donorId ? OWN_REPORT_STOP_MS : null);
	return most === null || isUndecided ? null : reportedAt + most;
}
function stoppedMs(state, donation, now) {
	const report = findOpenReport(state, donation);
	if (!report) return 0;
	const from = Math.max(report.reportedAt, donation.rejectedAt ?? report.reportedAt);
	const until = Math.min(now, reportHoldsUntil(donation, report) ?? now);
	return Math.max(0, until - from);
}
function timeLeftMs(state, donation, now) {
	return donation.deadlineAt + stoppedMs(state, donation, now) - now;
}
function deadlineAfterRejection({ leftMs }, now) {
	return now + Math.max(leftMs ?? 0, ANOTHER_RECEIPT_MS);
}
function deadlineAfterReport({ deadlineAt, isUndecided }, heldMs, now) {
	return Math.max(deadlineAt + heldMs, isUndecided ? now + ANOTHER_RECEIPT_MS : 0);
}
function isPastDeadline(state, donation, now) {
	if (donation.status !== "PENDING_PAYMENT") return false;
	const report = findOpenReport(state, donation);
	if (report && reportHoldsUntil(donation, report) === null) return false;
	return timeLeftMs(state, donation, now) < 0;
}
// circle/draft.ts
function draftOf(state) {
	return {
		...state,
		pulled: new Set(state.pulled),
		members: new Map(state.members),
		entries: new Map(state.entries),
		turns: new Map(state.turns),
		obligations: new Map(state.obligations),
		donations: new Map(state.donations),
		reports: new Map(state.reports)
	};
}
function changeTurn(draft, turnId, to) {
	if (turnId !== null && draft.turns.has(turnId)) change(draft.turns, turnId, to);
}
function change(map, id, to) {
	const value = known$1(map.get(id), id);
	map.set(id, {
		...value,
		...typeof to === "function" ? to(value) : to
	});
}
function known$1(value, what) {
	if (value === null || value === void 0) throw new Error(`The ledger names an unknown ${what}`);
	return value;
}
// circle/donation-appliers.ts
var donationAppliers = {
	"obligation.owed": (draft, { obligationId, memberId, type, amountCents, target, period, order, ahead = false }, at) => {
		draft.obligations.set(obligationId, {
			id: obligationId,
			memberId,
			type,
			amountCents,
			paidCents: 0,
			target,
			period,
			order,
			owedAt: at,
			overdue: false,
			pausedUntil: null,
			isAhead: ahead,
			status: "waiting"
		});
		draft.nextOrder = order + 1;
		if (ahead && period !== null) change(draft.members, memberId, (member) => ({ ahead: [...member.ahead, {
			obligationId,
			period
		}] }));
		else if (type === "PULL" && period !== null) noteAsked(draft, period, `${target}:${memberId}`);
	},
	"contribution.counted": (draft, { obligationId, memberId, level, period }) => {
		noteAsked(draft, period, `${level}:${memberId}`);
		forgetAhead(draft, memberId, obligationId);
		if (draft.obligations.has(obligationId)) change(draft.obligations, obligationId, {
			period,
			isAhead: false
		});
	},
	"obligation.void": (draft, { obligationId, memberId }) => {
		draft.obligations.delete(obligationId);
		forgetAhead(draft, memberId, obligationId);
	},
	"donation.matched": (draft, event) => {
		const obligation = known$1(draft.obligations.get(event.obligationId), "obligation");
		draft.obligations.set(obligation.id, {
			...obligation,
			status: "open"
		});
		draft.donations.set(event.donationId, {
			id: event.donationId,
			obligationId: event.obligationId,
			donorId: event.donorId,
			receiverId: event.receiverId,
			turnId: event.turnId,
			type: event.type,
			amountCents: event.amountCents,
			target: event.target,
			status: "PENDING_PAYMENT",
			order: obligation.order,
			deadlineAt: event.deadlineAt,
			isLate: false,
			reportId: null,
			rejections: 0,
			rejectedAt: null,
			leftMs: null,
			isUndecided: false,
			parts: 0,
			sentCents: null
		});
		draft.donationsMade += 1;
		changeTurn(draft, event.turnId, (turn) => ({ open: turn.open + 1 }));
	},
	"donation.receipt_sent": (draft, { donationId, cents = null }, at) => change(draft.donations, donationId, (donation) => ({
		status: "PENDING_CONFIRMATION",
		sentCents: cents,
		leftMs: donation.status === "PENDING_PAYMENT" ? timeLeftMs(draft, donation, at) : donation.leftMs
	})),
	"donation.receipt_replaced": (draft, { donationId, cents = null }) => change(draft.donations, donationId, { sentCents: cents }),
	"donation.receipt_rejected": (draft, { donationId, attempt, deadlineAt, stays = false }, at) => change(draft.donations, donationId, ({ parts }) => ({
		isUndecided: stays || parts > 0,
		status: "PENDING_PAYMENT",
		sentCents: null,
		rejections: attempt,
		rejectedAt: at,
		leftMs: null,
		deadlineAt
	})),
	"donation.part_confirmed": (draft, event) => {
		const { donationId, obligationId, turnId, cents, part: parts, deadlineAt } = event;
		change(draft.donations, donationId, {
			status: "PENDING_PAYMENT",
			sentCents: null,
			leftMs: null,
			parts,
			deadlineAt,
			isUndecided: true
		});
		change(draft.obligations, obligationId, ({ amountCents, paidCents }) => ({
			amountCents: amountCents - cents,
			paidCents: paidCents + cents
		}));
		changeTurn(draft, turnId, ({ receivedCents }) => ({ receivedCents: receivedCents + cents }));
		countMoney(draft, event, cents);
	},
	"donation.confirmed": (draft, event) => {
		const { cents = event.amountCents } = event;
		draft.donations.delete(event.donationId);
		draft.obligations.delete(event.obligationId);
		changeTurn(draft, event.turnId, (turn) => ({
			open: turn.open - 1,
			confirmed: turn.confirmed + 1,
			receivedCents: turn.receivedCents + cents
		}));
		countMoney(draft, event, cents);
	},
	"donation.expired": (draft, event) => {
		endUnpaid(draft, event);
		if (event.type !== "PULL") change(draft.obligations, event.obligationId, { overdue: true });
	},
	"donation.late": (draft, { donationId }) => change(draft.donations, donationId, { isLate: true }),
	"donation.cancelled": (draft, event) => endUnpaid(draft, event),
	"donation.deadline_moved": (draft, { donationId, deadlineAt }) => change(draft.donations, donationId, { deadlineAt }),
	"contribution.paused": (draft, { donationId, obligationId, memberId, rotation: pausedRotation, pauses, until, deadlineAt }) => {
		change(draft.donations, donationId, { deadlineAt });
		change(draft.obligations, obligationId, { pausedUntil: until });
		change(draft.members, memberId, {
			pauses,
			pausedRotation
		});
	},
	"donation.reported": (draft, { reportId, donationId, reporterId, holdsMs = null }, at) => {
		change(draft.donations, donationId, { reportId });
		draft.reports.set(reportId, {
			id: reportId,
			donationId,
			reporterId,
			status: "PENDING",
			reportedAt: at,
			holdsMs
		});
	},
	"report.status_changed": (draft, { reportId, status }) => change(draft.reports, reportId, { status }),
	"report.ended": (draft, { reportId, donationId }) => {
		draft.reports.delete(reportId);
		if (draft.donations.has(donationId)) change(draft.donations, donationId, ({ parts }) => ({ isUndecided: parts > 0 }));
	},
	"donation.handed_over": (draft, { donationId, donorId, receiverId, deadlineAt }) => change(draft.donations, donationId, {
		donorId,
		receiverId,
		deadlineAt
	}),
	"appeal.decided": () => {},
	"pull.generated": () => {}
};
function noteAsked(draft, period, key) {
	if (draft.pulledPeriod !== period) draft.pulled = new Set();
	draft.pulledPeriod = period;
	draft.pulled.add(key);
}
function forgetAhead(draft, memberId, obligationId) {
	const isIt = (one) => one.obligationId === obligationId;
	if (draft.members.get(memberId)?.ahead.some(isIt)) change(draft.members, memberId, ({ ahead }) => ({ ahead: ahead.filter((one) => !isIt(one)) }));
}
function endUnpaid(draft, event) {
	draft.donations.delete(event.donationId);
	change(draft.obligations, event.obligationId, { status: "waiting" });
	changeTurn(draft, event.turnId, (turn) => ({ open: turn.open - 1 }));
}
function countMoney(draft, { donorId, receiverId, target }, cents) {
	change(draft.members, donorId, (donor) => ({ given: {
		...donor.given,
		[target]: donor.given[target] + cents
	} }));
	if (receiverId === null || target === "administration") return;
	const level = target;
	change(draft.members, receiverId, (receiver) => ({ received: {
		...receiver.received,
		[level]: receiver.received[level] + cents
	} }));
}
// circle/state.ts
function emptyState(mode, plan, rules = 1) {
	return {
		mode,
		plan,
		rules,
		nextOrder: 1,
		rotation: 1,
		rotationFrom: 1,
		isBroughtIn: false,
		donationsMade: 0,
		pulledPeriod: null,
		pulled: new Set(),
		members: new Map(),
		entries: new Map(),
		turns: new Map(),
		obligations: new Map(),
		donations: new Map(),
		reports: new Map()
	};
}
// circle/evolve.ts
function evolve(state, event, at) {
	if (event.kind === "circle.created") return emptyState(event.mode, event.plan, event.rules);
	const draft = draftOf(known$1(state, "circle"));
	apply(draft, event, at);
	return draft;
}
function apply(draft, event, at) {
	applyFacts(draft, event.kind, event, at);
}
function applyFacts(draft, kind, facts, at) {
	const applier = appliers[kind];
	applier(draft, facts, at);
}
var appliers = {
	...donationAppliers,
	"circle.created": (draft, { mode, plan, rules = 1 }) => {
		draft.mode = mode;
		draft.plan = plan;
		draft.rules = rules;
	},
	"circle.plan_changed": (draft, { plan }) => {
		draft.plan = plan;
	},
	"member.approved": (draft, { memberId }) => {
		draft.members.set(memberId, {
			id: memberId,
			status: "approved",
			completedAt: {},
			n3CompletedAt: null,
			reentry: "none",
			isPassedOver: false,
			shares: 1,
			pauses: 0,
			pausedRotation: 0,
			ahead: [],
			givenBefore: 0,
			given: {
				1: 0,
				2: 0,
				3: 0,
				administration: 0
			},
			received: {
				1: 0,
				2: 0,
				3: 0
			}
		});
	},
	"member.suspended": (draft, { memberId }) => leave(draft, memberId, "suspended"),
	"member.left": (draft, { memberId }) => leave(draft, memberId, "left"),
	"member.reinstated": (draft, { memberId }) => change(draft.members, memberId, { status: "approved" }),
	"member.completed_circle": (draft, { memberId }, at) => change(draft.members, memberId, {
		n3CompletedAt: at,
		reentry: "owing"
	}),
	"member.reentry_allowed": (draft, { memberId }) => change(draft.members, memberId, { reentry: "allowed" }),
	"member.passed_over": (draft, { memberId }) => change(draft.members, memberId, { isPassedOver: true }),
	"member.served_again": (draft, { memberId }) => change(draft.members, memberId, { isPassedOver: false }),
	"shares.taken": (draft, { memberId, shares }) => change(draft.members, memberId, { shares }),
	"entry.placed": (draft, { entryId, memberId, level, position }, at) => {
		draft.entries.set(entryId, {
			id: entryId,
			level,
			position,
			memberId,
			isReceiver: false,
			passedMemberIds: [],
			turnId: null,
			createdAt: at
		});
		if (level === 1 && draft.members.get(memberId)?.reentry === "allowed") change(draft.members, memberId, { reentry: "none" });
	},
	"entry.removed": (draft, { entryId }) => {
		draft.entries.delete(entryId);
	},
	"entry.moved": (draft, { moves }) => {
		for (const { entryId, position, passedMemberIds } of moves) {
			const entry = known$1(draft.entries.get(entryId), entryId);
			if (passedMemberIds.length === 0) draft.entries.set(entryId, {
				...entry,
				position
			});
			else {
				const passed = [...new Set([...entry.passedMemberIds, ...passedMemberIds])];
				draft.entries.set(entryId, {
					...entry,
					position,
					passedMemberIds: passed
				});
			}
		}
	},
	"receiver.set": (draft, { entryId }) => change(draft.entries, entryId, { isReceiver: true }),
	"receiver.unset": (draft, { entryId }) => change(draft.entries, entryId, { isReceiver: false }),
	"queue.change_undone": (draft, { level, places, drop, restore, reentry }) => {
		for (const entryId of drop) draft.entries.delete(entryId);
		for (const memberId of reentry) change(draft.members, memberId, () => ({ reentry: "allowed" }));
		for (const { entryId, position, isReceiver, passed } of places) change(draft.entries, entryId, (entry) => ({
			position,
			isReceiver,
			passedMemberIds: entry.passedMemberIds.slice(0, passed)
		}));
		for (const { entryId, ...entry } of restore) draft.entries.set(entryId, {
			id: entryId,
			level,
			turnId: null,
			...entry
		});
	},
	"queue.drawn": (draft, { level, places }, at) => {
		for (const place of places) stand(draft, level, place, at);
	},
	"circle.brought_in": (draft, { level, places }, at) => {
		draft.isBroughtIn = true;
		for (const place of places) {
			stand(draft, level, place, at);
			change(draft.members, place.memberId, ({ given, received }) => ({
				given: {
					...given,
					[level]: place.givenCents
				},
				received: {
					...received,
					[level]: place.receivedCents
				},
				completedAt: place.receivedCents > 0 ? { [level]: at } : {}
			}));
		}
	},
	"turn.started": (draft, { turnId, entryId, memberId, level, required }, at) => {
		draft.turns.set(turnId, {
			id: turnId,
			memberId,
			level,
			required,
			confirmed: 0,
			open: 0,
			receivedCents: 0,
			status: "running",
			startedAt: at
		});
		change(draft.entries, entryId, { turnId });
	},
	"turn.completed": (draft, { turnId, entryId, memberId, level, first }, at) => {
		change(draft.turns, turnId, { status: "complete" });
		change(draft.entries, entryId, { turnId: null });
		if (level === lastLevel(draft.plan)) draft.turns.delete(turnId);
		if (first) change(draft.members, memberId, (member) => ({ completedAt: {
			...member.completedAt,
			[level]: at
		} }));
	},
	"turn.ended": (draft, { turnId }) => {
		draft.turns.delete(turnId);
		for (const { id, turnId: own } of draft.entries.values()) if (own === turnId) change(draft.entries, id, { turnId: null });
	},
	"rotation.begun": (draft, { rotation }) => {
		draft.rotation = rotation;
		draft.rotationFrom = draft.nextOrder;
		for (const memberId of draft.members.keys()) change(draft.members, memberId, ({ given }) => ({ givenBefore: given[1] }));
	},
	"upgrade.accepted": (draft, { turnId }) => {
		draft.turns.delete(turnId);
	},
	"place.handed_over": handPlaceOver,
	"turns.swapped": () => {}
};
function handPlaceOver(draft, { memberId, newcomerId, level, givenCents, receivedCents }) {
	for (const owned of [
		draft.entries,
		draft.turns,
		draft.obligations
	]) for (const { id, memberId: holder } of owned.values()) if (holder === memberId) change(owned, id, { memberId: newcomerId });
	if (draft.pulled.delete(`${level}:${memberId}`)) draft.pulled.add(`${level}:${newcomerId}`);
	const { shares, pauses, pausedRotation, ahead, givenBefore } = known$1(draft.members.get(memberId), memberId);
	const add = (sign) => (member) => ({
		given: {
			...member.given,
			[level]: member.given[level] + sign * givenCents
		},
		received: {
			...member.received,
			[level]: member.received[level] + sign * receivedCents
		}
	});
	change(draft.members, memberId, (member) => ({
		...add(-1)(member),
		pauses: 0,
		pausedRotation: 0,
		ahead: [],
		givenBefore: 0
	}));
	const taken = {
		shares,
		pauses,
		pausedRotation,
		ahead,
		givenBefore,
		isPassedOver: false
	};
	change(draft.members, newcomerId, (member) => ({
		...add(1)(member),
		...taken
	}));
}
function stand(draft, level, { entryId, memberId, position }, at) {
	const created = {
		passedMemberIds: [],
		turnId: null,
		createdAt: at
	};
	const entry = draft.entries.get(entryId) ?? {
		id: entryId,
		level,
		memberId,
		...created
	};
	draft.entries.set(entryId, {
		...entry,
		position,
		isReceiver: false
	});
}
function leave(draft, memberId, status) {
	change(draft.members, memberId, {
		status,
		reentry: "none",
		isPassedOver: false,
		shares: 1
	});
}
// circle/refusal.ts
var RuleRefusal = class extends Error {
	code;
	details;
	constructor(code, details = {}) {
		super(code);
		this.code = code;
		this.details = details;
	}
};
function refuse(code, details = {}) {
	throw new RuleRefusal(code, details);
}
// circle/decision.ts
function emit(decision, event) {
	apply(decision.state, event, decision.now);
	decision.events.push(event);
}
function voidObligation(decision, { id: obligationId, memberId, type, amountCents, target }, reason) {
	emit(decision, {
		kind: "obligation.void",
		obligationId,
		memberId,
		type,
		amountCents,
		target,
		reason
	});
}
function getMember({ state }, memberId) {
	return state.members.get(memberId) ?? refuse("member.not_in_circle");
}
function getEntry({ state }, entryId) {
	return state.entries.get(entryId) ?? refuse("queue.entry_not_found");
}
function getOpenDonation({ state }, donationId) {
	return state.donations.get(donationId) ?? refuse("donation.ended");
}
function queueOf({ state }, level) {
	return [...state.entries.values()].filter((entry) => entry.level === level).sort((a, b) => a.position - b.position);
}
function findEntryOf({ state }, memberId, level) {
	let first = null;
	for (const entry of state.entries.values()) {
		if (entry.memberId !== memberId || entry.level !== level) continue;
		if (first === null || entry.position < first.position) first = entry;
	}
	return first;
}
function entriesOf(decision, memberId, level) {
	return queueOf(decision, level).filter((entry) => entry.memberId === memberId);
}
function findTurn({ state }, turnId) {
	return turnId === null ? null : state.turns.get(turnId) ?? null;
}
function factsOf(donation) {
	const { id, obligationId, donorId, receiverId, turnId, type, amountCents, target } = donation;
	return {
		donationId: id,
		obligationId,
		donorId,
		receiverId,
		turnId,
		type,
		amountCents,
		target
	};
}
var known = new WeakMap();
function takesParts({ plan }) {
	const answer = known.get(plan) ?? (plan.levels.length === 1 && isBalanced(plan));
	known.set(plan, answer);
	return answer;
}
function restOf({ obligations }, { obligationId }) {
	return obligations.get(obligationId).amountCents;
}
function ensureSum({ state }, donation, cents) {
	const restCents = restOf(state, donation);
	if (cents === void 0 && donation.parts === 0) return;
	if (!takesParts(state)) refuse("donation.no_parts");
	if (!(cents !== void 0 && Number.isSafeInteger(cents) && cents > 0 && cents <= restCents) || cents === donation.amountCents) refuse("donation.part_amount");
	if (cents < restCents && donation.parts + 1 >= 4) refuse("donation.parts_over");
}
// circle/shares.ts
var LEVEL$7 = 1;
function sharesMisfit(state) {
	const counts = [...placesByMember(state).values()];
	const most = Math.max(0, ...counts);
	if (most < 2) return null;
	const places = counts.reduce((sum, count) => sum + count, 0);
	const monthsMax = places < 2 * most ? 0 : places - most;
	return levelPlan(state.plan, LEVEL$7).required > monthsMax ? {
		places,
		most,
		monthsMax
	} : null;
}
function hasShares(state) {
	return placesByMember(state).size < [...state.entries.values()].filter(({ level }) => level === LEVEL$7).length;
}
function placesByMember({ entries }) {
	const places = new Map();
	for (const { memberId, level } of entries.values()) if (level === LEVEL$7) places.set(memberId, (places.get(memberId) ?? 0) + 1);
	return places;
}
function heldLongest(own) {
	return own.toSorted((a, b) => a.createdAt - b.createdAt || b.position - a.position);
}
function isCounted(state) {
	return state.rules >= 5 && takesParts(state);
}
function standingOf(holders, required) {
	const months = monthsOf(holders);
	const whole = wholeOf(months - 1, required);
	let needed = 0;
	for (let one = 0; one < holders.places.length; one += 1) needed += needOf$1(holders, one, whole);
	return {
		months,
		whole,
		needed
	};
}
function monthsOf({ places, asked }, ahead) {
	let months = Infinity;
	for (let one = 0; one < places.length; one += 1) if (places[one] > 0) months = Math.min(months, Math.floor((asked[one] - (ahead?.[one] ?? 0)) / places[one]));
	return months;
}
function slackOf(holders, one, { months, whole, needed }) {
	const { places, asked, waiting, isByPerson } = holders;
	const need = needOf$1(holders, one, whole);
	if (need === 0) return Infinity;
	const left = isByPerson ? Math.max(0, places[one] * whole - asked[one]) : places[one] * (whole - months);
	return Math.max(0, needed - need - waiting[one] - left);
}
function needOf$1({ places, asked, received, isByPerson }, one, whole) {
	const months = places[one] * whole;
	return Math.max(0, (isByPerson ? Math.max(months, asked[one]) : months) - received[one]);
}
function wholeOf(month, required) {
	return (Math.floor(Math.max(0, month) / required) + 1) * required;
}
function holdersOf(state) {
	const { members, obligations, donations } = state;
	const { donationCents } = levelPlan(state.plan, LEVEL$7);
	const places = placesByMember(state);
	const memberIds = [...places.keys()];
	const [asked, waiting, received] = [
		new Map(),
		new Map(),
		new Map()
	];
	const add = (to, id, cents) => to.set(id, (to.get(id) ?? 0) + cents);
	const counts = isCounted(state);
	for (const id of memberIds) {
		const { given: gave, received: got, givenBefore } = members.get(id);
		const before = counts ? givenBefore : 0;
		add(asked, id, gave[LEVEL$7] - before);
		add(received, id, got[LEVEL$7] - before);
	}
	for (const { memberId, amountCents, status } of obligations.values()) {
		add(asked, memberId, amountCents);
		if (status === "waiting") add(waiting, memberId, amountCents);
	}
	for (const { receiverId, obligationId } of donations.values()) if (receiverId !== null) add(received, receiverId, obligations.get(obligationId).amountCents);
	const whole = (of) => memberIds.map((id) => Math.floor((of.get(id) ?? 0) / donationCents));
	return {
		memberIds,
		places: [...places.values()],
		asked: whole(asked),
		waiting: whole(waiting),
		received: whole(received),
		isByPerson: counts
	};
}
// circle/course.ts
var LEVEL$6 = 1;
function countingOf({ mode, rules = 1 }) {
	return mode === "real" && rules >= 5 ? { rules: 5 } : {};
}
function courseOf(state) {
	const holders = holdersOf(state);
	const { required } = levelPlan(state.plan, LEVEL$6);
	const standing = standingOf(holders, required);
	const those = (isMeant) => new Set(holders.memberIds.filter((_, one) => isMeant(one)));
	return {
		must: those((one) => slackOf(holders, one, standing) === 0),
		served: those((one) => holders.isByPerson && needOf$1(holders, one, standing.whole) === 0)
	};
}
function dueOf(state) {
	if (!isCounted(state)) return null;
	const holders = holdersOf(state);
	const members = holders.memberIds.map((id) => state.members.get(id));
	const ahead = members.map((member) => member.ahead.length);
	const isOut = members.map(({ isPassedOver }) => isPassedOver);
	const due = monthOf(holders, levelPlan(state.plan, LEVEL$6).required, {
		ahead,
		isOut
	});
	return new Map(holders.memberIds.map((id, one) => [id, due[one]]));
}
function monthOf(holders, required, { ahead, isOut }) {
	const { places, asked } = holders;
	const whole = wholeOf(monthsOf(holders, ahead), required);
	const needs = Array.from(places, (_, one) => isOut?.[one] ? 0 : needOf$1(holders, one, whole));
	const all = needs.reduce((sum, need) => sum + need, 0);
	return needs.map((need, one) => {
		const left = places[one] * whole - asked[one] + ahead[one];
		return all > need ? Math.max(0, Math.min(left, places[one])) : 0;
	});
}
function isReceivable(state, donorId) {
	if (isAwaited$1(state, donorId)) return true;
	const holders = holdersOf(state);
	const { whole } = standingOf(holders, levelPlan(state.plan, LEVEL$6).required);
	const isOpen = (id, one) => needOf$1(holders, one, whole) > 0 && !state.members.get(id).isPassedOver;
	return holders.memberIds.some((id, one) => id !== donorId && isOpen(id, one));
}
function isAwaited$1({ members, entries }, exceptId = null) {
	const held = new Set([...entries.values()].map(({ memberId }) => memberId));
	return [...members.values()].some(({ id, given, received }) => id !== exceptId && !held.has(id) && given[LEVEL$6] > received[LEVEL$6]);
}
// circle/release.ts
function releaseUnpaid(decision, entry, reason) {
	if (entry.turnId === null) return;
	for (const donation of unpaid(decision, (candidate) => candidate.turnId === entry.turnId)) cancelUnpaid(decision, donation, reason);
}
function cancelUnpaidPull(decision, memberId, level) {
	cancelUnpaidDebts(decision, memberId, {
		cancel: "place_lost",
		void: "place_lost"
	}, (type, target) => type === "PULL" && target === level);
}
function cancelUnpaidDebts(decision, memberId, reasons, concerns) {
	for (const donation of unpaid(decision, (candidate) => candidate.donorId === memberId && concerns(candidate.type, candidate.target))) cancelUnpaid(decision, donation, reasons.cancel);
	const waiting = [...decision.state.obligations.values()].filter((owed) => owed.memberId === memberId && owed.status === "waiting" && concerns(owed.type, owed.target)).sort((a, b) => a.order - b.order);
	for (const obligation of waiting) voidObligation(decision, obligation, reasons.void);
}
function cancelUnpaid(decision, donation, reason) {
	if (endsUnpaid(decision, donation)) emit(decision, {
		kind: "donation.cancelled",
		...factsOf(donation),
		reason
	});
}
function endsUnpaid(decision, donation) {
	const { id: donationId, isUndecided } = donation;
	if (!isUndecided) return true;
	if (findOpenReport(decision.state, donation) === null) emit(decision, {
		kind: "donation.reported",
		reportId: decision.newId(),
		donationId,
		reporterId: null
	});
	return false;
}
function voidForgone(decision, donation) {
	const { obligationId, donorId, type, target } = donation;
	const reason = whyForgone(decision, donation);
	if (reason === null) return;
	const { amountCents } = decision.state.obligations.get(obligationId);
	emit(decision, {
		kind: "obligation.void",
		obligationId,
		memberId: donorId,
		type,
		amountCents,
		target,
		reason
	});
	if (target !== "administration") oweSettlement(decision, donorId, target);
}
function mayBeOwedAgain(decision, donation) {
	return whyForgone(decision, donation) === null;
}
function whyForgone(decision, { donorId, type, target }) {
	const { status } = getMember(decision, donorId);
	if (type === "SETTLEMENT") return null;
	if (status !== "approved") return status;
	return type === "PULL" && target !== "administration" && !findEntryOf(decision, donorId, target) ? "place_lost" : null;
}
function oweSettlement(decision, memberId, level) {
	const { state } = decision;
	const member = state.members.get(memberId);
	if (!member || !isBalanced(state.plan) || findEntryOf(decision, memberId, level)) return;
	const amountCents = levelPlan(state.plan, level).donationCents;
	let missing = unreturnedCents(state, member, level);
	while (missing >= amountCents) {
		emit(decision, {
			kind: "obligation.owed",
			obligationId: decision.newId(),
			memberId,
			type: "SETTLEMENT",
			amountCents,
			target: level,
			period: null,
			order: state.nextOrder
		});
		missing -= amountCents;
	}
}
function unreturnedCents({ obligations }, member, level) {
	const owedAlready = [...obligations.values()].filter((owed) => owed.memberId === member.id && owed.target === level).reduce((sum, owed) => sum + owed.amountCents, 0);
	return member.received[level] - member.given[level] - owedAlready;
}
function owesBack(state, memberId) {
	const member = state.members.get(memberId);
	if (!member || !takesParts(state)) return false;
	let cents = unreturnedCents(state, member, 1);
	for (const donation of state.donations.values()) if (donation.receiverId === memberId && donation.status === "PENDING_CONFIRMATION") cents += restOf(state, donation);
	return cents >= levelPlan(state.plan, 1).donationCents;
}
function unpaid(decision, concerns) {
	return [...decision.state.donations.values()].filter((donation) => donation.status === "PENDING_PAYMENT" && concerns(donation)).sort((a, b) => a.order - b.order);
}
function place(decision, command) {
	const { memberId, level, position } = command;
	ensureLevel(decision, level);
	if (!isPosition(position)) refuse("queue.position_invalid");
	const member = getMember(decision, memberId);
	if (member.status !== "approved") refuse("queue.member_not_approved");
	const own = entriesOf(decision, memberId, level);
	if (own.length >= member.shares) refuse("queue.member_already_in", { position: own[0].position });
	ensureFree(decision, level, position);
	if (level === 1 && member.reentry === "owing") refuse("queue.reentry_pending");
	const entryId = decision.newId();
	emit(decision, {
		kind: "entry.placed",
		entryId,
		memberId,
		level,
		position
	});
	if (command.isReceiver) giveRole(decision, getEntry(decision, entryId));
	if (own.length + 1 < member.shares) placeLast(decision, memberId, level);
	return getEntry(decision, entryId);
}
function placeLast(decision, memberId, level) {
	const queue = queueOf(decision, level);
	if (queue.length >= 100) refuse("queue.full");
	const last = queue.at(-1)?.position ?? 0;
	if (last === 100) {
		const taken = new Set(queue.map((entry) => entry.position));
		let hole = 100;
		while (taken.has(hole)) hole -= 1;
		emit(decision, {
			kind: "entry.moved",
			level,
			moves: queue.filter((entry) => entry.position > hole).map((entry) => moveTo(entry, entry.position - 1))
		});
	}
	return place(decision, {
		memberId,
		level,
		position: Math.min(last + 1, 100),
		isReceiver: false
	});
}
function remove(decision, { memberId, level }, reason) {
	for (const { id } of entriesOf(decision, memberId, level)) vacate(decision, getEntry(decision, id), reason);
}
function vacate(decision, entry, reason) {
	const successor = entry.isReceiver ? nextInOrder(decision, entry) : null;
	releaseUnpaid(decision, entry, "receiver_removed");
	if (entry.turnId !== null) emit(decision, {
		kind: "turn.ended",
		turnId: entry.turnId,
		memberId: entry.memberId,
		level: entry.level
	});
	emit(decision, {
		kind: "entry.removed",
		entryId: entry.id,
		memberId: entry.memberId,
		level: entry.level,
		reason
	});
	cancelUnpaidPull(decision, entry.memberId, entry.level);
	if (successor) giveRole(decision, successor);
}
function swap(decision, a, b) {
	if (a.id === b.id) refuse("queue.same_entry");
	if (a.level !== b.level) refuse("queue.other_queue");
	emit(decision, {
		kind: "entry.moved",
		level: a.level,
		moves: [moveTo(a, b.position), moveTo(b, a.position)]
	});
	if (a.isReceiver === b.isReceiver) return;
	const [former, next] = a.isReceiver ? [a, b] : [b, a];
	passRole(decision, former, next, "receiver_replaced");
}
function moveToEnd(decision, entry) {
	const last = queueOf(decision, entry.level).at(-1);
	if (last.id !== entry.id) moveAmong(decision, entry, last.position);
}
function moveToFree(decision, entry, position) {
	if (!isPosition(position)) refuse("queue.position_invalid");
	if (position === entry.position) return;
	ensureFree(decision, entry.level, position);
	emit(decision, {
		kind: "entry.moved",
		level: entry.level,
		moves: [moveTo(entry, position)]
	});
}
function reorder(decision, entry, position) {
	if (!isPosition(position)) refuse("queue.position_invalid");
	if (position === entry.position) return;
	if (queueOf(decision, entry.level).some((other) => other.position === position)) moveAmong(decision, entry, position);
	else emit(decision, {
		kind: "entry.moved",
		level: entry.level,
		moves: [moveTo(entry, position)]
	});
}
function setReceiver(decision, a, b) {
	if (a.id === b.id) refuse("queue.same_entry");
	if (a.level !== b.level) refuse("queue.other_queue");
	if (!a.isReceiver) refuse("queue.not_receiver");
	if (b.isReceiver) refuse("queue.already_receiver");
	passRole(decision, a, b, "receiver_replaced");
}
function nextReceiver(decision, entry) {
	if (!entry.isReceiver) refuse("queue.not_receiver");
	passRole(decision, entry, nextInOrder(decision, entry) ?? refuse("queue.no_next_receiver"), "receiver_replaced");
}
function giveRole(decision, entry) {
	emit(decision, {
		kind: "receiver.set",
		entryId: entry.id,
		memberId: entry.memberId,
		level: entry.level
	});
}
function takeRole(decision, entry, reason) {
	emit(decision, {
		kind: "receiver.unset",
		entryId: entry.id,
		memberId: entry.memberId,
		level: entry.level
	});
	releaseUnpaid(decision, entry, reason);
}
function passRole(decision, from, to, reason) {
	takeRole(decision, from, reason);
	giveRole(decision, to);
}
function nextInOrder(decision, entry) {
	const others = queueOf(decision, entry.level).filter((other) => other.id !== entry.id && !other.isReceiver);
	return others.find((other) => other.position > entry.position) ?? others[0] ?? null;
}
function moveAmong(decision, entry, position) {
	const queue = queueOf(decision, entry.level);
	const backwards = position > entry.position;
	const [low, high] = backwards ? [entry.position, position] : [position, entry.position];
	const range = queue.filter((other) => other.position >= low && other.position <= high);
	const others = range.filter((other) => other.id !== entry.id);
	const slots = range.map((other) => other.position);
	const moves = (backwards ? [...others, entry] : [entry, ...others]).map((moved, index) => {
		const passers = !(backwards === (moved.id === entry.id)) ? [] : backwards ? others.map((other) => other.memberId) : [entry.memberId];
		return {
			entryId: moved.id,
			position: slots[index],
			passedMemberIds: passers
		};
	});
	emit(decision, {
		kind: "entry.moved",
		level: entry.level,
		moves
	});
	if (backwards && entry.isReceiver) {
		const successor = others.find((other) => !other.isReceiver);
		if (successor) passRole(decision, entry, successor, "receiver_replaced");
		else takeRole(decision, entry, "receiver_replaced");
	}
}
function moveTo(entry, position) {
	return {
		entryId: entry.id,
		position,
		passedMemberIds: []
	};
}
function ensureFree(decision, level, position) {
	const holder = queueOf(decision, level).find((entry) => entry.position === position);
	if (holder) refuse("queue.position_taken", {
		position,
		memberId: holder.memberId
	});
}
function ensureLevel({ state }, level) {
	if (!levelsOf(state.plan).includes(level)) refuse("level.not_in_plan", { level });
}
function isPosition(position) {
	return Number.isInteger(position) && position >= 1 && position <= 100;
}
// circle/draw.ts
var REVEAL_WITHIN_MS = 2 * DAY_MS;
function drawPhase({ memberIds, joinUntil, openUntil, joined, opened }, now) {
	if (now < joinUntil && joined < new Set(memberIds).size) return "joining";
	if (now < openUntil && opened < joined) return "opening";
	if (now >= openUntil + REVEAL_WITHIN_MS) return "late";
	return opened < joined ? "stopped" : "due";
}
function drawOrder(of, { memberIds, secret, numbers }, sha256) {
	const shown = [...numbers].toSorted(([a], [b]) => a < b ? -1 : 1);
	const next = randomBelow(sha256(`ciranda draw v1\n${canonicalJson({
		circle_id: of.circleId,
		draw_id: of.drawId,
		secret,
		numbers: shown
	})}`), sha256);
	const order = memberIds.toSorted();
	for (let last = order.length - 1; last > 0; last -= 1) {
		const other = next(last + 1);
		const kept = order[last];
		order[last] = order[other];
		order[other] = kept;
	}
	return order;
}
var WORDS = 2 ** 32;
function randomBelow(seed, sha256) {
	let block = "";
	let blocks = 0;
	const word = () => {
		if (block === "") {
			block = sha256(`${seed}\n${blocks}`);
			blocks += 1;
		}
		const value = Number.parseInt(block.slice(0, 8), 16);
		block = block.slice(8);
		return value;
	};
	return (range) => {
		const fair = WORDS - WORDS % range;
		let value = word();
		while (value >= fair) value = word();
		return value % range;
	};
}
function applyDraw(decision, { drawId, memberIds }) {
	const { state } = decision;
	if (hasBegun(state)) refuse("draw.not_first");
	const order = orderOfPlaces(decision, memberIds);
	if (order.length > 100) refuse("queue.full");
	emit(decision, {
		kind: "queue.drawn",
		drawId,
		level: 1,
		places: order.map((memberId, index) => {
			const own = entriesOf(decision, memberId, 1);
			const [held, others] = isCounted(state) ? [heldLongest(own), order.slice(index + 1)] : [own, order.slice(0, index)];
			return {
				entryId: held[timesIn(others, memberId)]?.id ?? decision.newId(),
				memberId,
				position: index + 1
			};
		})
	});
}
function orderOfPlaces(decision, memberIds) {
	const { members } = decision.state;
	const order = [];
	const add = (ids) => {
		for (const id of ids) {
			const member = members.get(id);
			if (member?.status === "approved" && timesIn(order, id) < member.shares) order.push(id);
		}
	};
	add(memberIds);
	const drawn = new Map(order.map((id) => [id, timesIn(order, id)]));
	add(queueOf(decision, 1).flatMap(({ memberId }) => {
		const left = drawn.get(memberId) ?? 0;
		drawn.set(memberId, left - 1);
		return left > 0 ? [] : [memberId];
	}));
	for (const id of new Set(order)) add(Array.from({ length: members.get(id).shares }, () => id));
	return order;
}
var timesIn = (ids, id) => ids.filter((one) => one === id).length;
function hasBegun({ nextOrder, rotation, rotationFrom, isBroughtIn }) {
	return nextOrder > rotationFrom || isBroughtIn && rotation === 1;
}
function everAsked({ pulledPeriod, donationsMade, isBroughtIn }) {
	return pulledPeriod !== null || donationsMade > 0 || isBroughtIn;
}
// circle/rotation.ts
function beginRotation(decision) {
	const { state } = decision;
	if (state.plan.levels.length > 1 || !isBalanced(state.plan)) refuse("rotation.not_here");
	if (isUnasked(state)) refuse("rotation.already");
	const unfinished = findRest(state);
	if (unfinished) refuse("rotation.not_over", unfinished);
	for (const { id: entryId, memberId, level, isReceiver, turnId } of queueOf(decision, 1)) {
		if (isReceiver) emit(decision, {
			kind: "receiver.unset",
			entryId,
			memberId,
			level
		});
		if (turnId !== null) emit(decision, {
			kind: "turn.ended",
			turnId,
			memberId,
			level
		});
	}
	emit(decision, {
		kind: "rotation.begun",
		rotation: state.rotation + 1
	});
}
function isOver(state) {
	return !isUnasked(state) && findRest(state) === null;
}
function findRest(state) {
	const unfinished = findUnfinished(state);
	if (unfinished || isAllAsked(state)) return unfinished;
	const due = dueOf(state);
	if (due) return isAnyDue(due) ? {
		behind: due.size,
		open: 0
	} : null;
	const behind = [...state.turns.values()].filter(({ status, confirmed }) => status === "running" && confirmed > 0).length;
	return behind === 0 ? null : {
		behind,
		open: 0
	};
}
function turnsByPlace(state) {
	const { required, donationCents } = levelPlan(state.plan, 1);
	const found = new Map();
	for (const [memberId, own] of Map.groupBy(queueOf({ state }, 1), (entry) => entry.memberId)) {
		const turns = Math.floor(state.members.get(memberId).received[1] / (required * donationCents));
		const [each, more] = [Math.floor(turns / own.length), turns % own.length];
		for (const [index, { id }] of own.entries()) found.set(id, each + (index >= own.length - more ? 1 : 0));
	}
	return found;
}
function awaitsRotation(state) {
	const { mode, plan } = state;
	if (mode !== "real" || plan.levels.length > 1 || isUnasked(state)) return false;
	const due = hasBegun(state) ? dueOf(state) : null;
	return isOver(state) || isAllAsked(state) || due !== null && !isAnyDue(due);
}
function isAnyDue(due) {
	return [...due.values()].some((count) => count > 0);
}
function isAllAsked(state) {
	const months = ({ memberId }) => contributionsAsked(state, memberId) / state.members.get(memberId).shares;
	const counts = new Set([...state.entries.values()].map(months));
	const least = Math.min(...counts);
	return (counts.size === 1 || isCounted(state)) && least > 0 && least % levelPlan(state.plan, 1).required === 0;
}
function contributionsAsked(state, memberId) {
	const { plan, members, obligations } = state;
	const { given, givenBefore } = members.get(memberId) ?? NOTHING$1;
	const counts = isCounted(state);
	let cents = given[1] - (counts ? givenBefore : 0);
	for (const owed of obligations.values()) if (owed.memberId === memberId && (counts || owed.type === "PULL")) cents += owed.amountCents;
	return Math.floor(cents / levelPlan(plan, 1).donationCents);
}
var NOTHING$1 = {
	given: { 1: 0 },
	givenBefore: 0
};
function hasGivenAll(state, { memberId, level }) {
	return contributionsLeft(state, memberId, level) === 0;
}
function contributionsLeft(state, memberId, level) {
	if (!state.isBroughtIn || state.rotation > 1 || isCounted(state)) return null;
	const { donationCents, required } = levelPlan(state.plan, level);
	let cents = state.members.get(memberId)?.given[level] ?? 0;
	for (const owed of state.obligations.values()) if (owed.memberId === memberId && owed.target === level) cents += owed.amountCents;
	return Math.max(0, required - Math.floor(cents / donationCents));
}
function isUnasked({ rotation, rotationFrom, nextOrder }) {
	return rotation > 1 && nextOrder === rotationFrom;
}
// circle/short-ending.ts
function openAccounts({ members }) {
	return [...members.values()].map(({ id, given, received }) => ({
		memberId: id,
		cents: given[1] - received[1]
	})).filter(({ cents }) => cents !== 0).toSorted((a, b) => a.memberId < b.memberId ? -1 : 1);
}
function mayEndShort(state) {
	const { members, donations, obligations, reports } = state;
	const isOfGone = ({ type, memberId, status }) => status === "waiting" || type === "SETTLEMENT" && members.get(memberId).status !== "approved";
	return isCounted(state) && awaitsRotation(state) && findUnfinished(state) !== null && reports.size === 0 && [...obligations.values()].every(isOfGone) && [...donations.values()].every(({ status }) => status === "PENDING_PAYMENT");
}
// circle/matching.ts
function needOf(decision, entry) {
	const turn = findTurn(decision, entry.turnId);
	return turn ? turn.required - turn.confirmed - turn.open : levelPlan(decision.state.plan, entry.level).required;
}
function servingOrder(decision, level) {
	const { members } = decision.state;
	const owing = membersServedLast(decision);
	const rank = (entry) => (owing.has(entry.memberId) ? 2 : 0) + (entry.isReceiver ? 0 : 1);
	return queueOf(decision, level).filter(({ memberId }) => !members.get(memberId)?.isPassedOver).sort((a, b) => rank(a) - rank(b) || a.position - b.position);
}
function match(decision) {
	payAdministration(decision);
	for (const level of levelsOf(decision.state.plan)) matchQueue(decision, level);
	voidUnreceived(decision);
}
function voidUnreceived(decision) {
	if (!isCounted(decision.state)) return;
	for (const obligation of waitingFor(decision, 1)) if (obligation.type === "PULL" && !isReceivable(decision.state, obligation.memberId)) voidObligation(decision, obligation, "nobody_left");
}
function payAdministration(decision) {
	for (const obligation of waitingFor(decision, "administration")) matchWith(decision, obligation, null);
}
function matchQueue(decision, level) {
	const waiting = waitingFor(decision, level);
	if (waiting.length === 0) return;
	let order = servingOrder(decision, level);
	const isArranged = isCounted(decision.state) || hasSeveral(queueOf(decision, level));
	for (const obligation of waiting) {
		const { must, served } = isArranged ? courseOf(decision.state) : AS_THEY_STAND;
		const fits = (entry) => entry.memberId !== obligation.memberId && !served.has(entry.memberId) && needOf(decision, current(decision, entry)) > 0;
		const chosen = order.find((entry) => must.has(entry.memberId) && fits(entry)) ?? order.find(fits);
		if (!chosen) continue;
		const entry = current(decision, chosen);
		matchWith(decision, obligation, entry);
		if (!entry.isReceiver) order = servingOrder(decision, level);
	}
}
function matchWith(decision, obligation, entry) {
	if (entry && !entry.isReceiver) giveRole(decision, entry);
	emit(decision, {
		kind: "donation.matched",
		donationId: decision.newId(),
		obligationId: obligation.id,
		donorId: obligation.memberId,
		receiverId: entry?.memberId ?? null,
		turnId: entry ? ensureTurn(decision, entry) : null,
		type: obligation.type,
		amountCents: obligation.amountCents,
		target: obligation.target,
		deadlineAt: Math.max(decision.now, comesAt(decision, obligation)) + decision.state.plan.deadlineDays * DAY_MS
	});
}
function comesAt({ state }, { pausedUntil, isAhead, period }) {
	if (pausedUntil !== null) return pausedUntil;
	return isAhead && period !== null && isCounted(state) ? periodStart(period) : 0;
}
function ensureTurn(decision, entry) {
	if (entry.turnId !== null) return entry.turnId;
	const turnId = decision.newId();
	const { id: entryId, memberId, level } = entry;
	emit(decision, {
		kind: "turn.started",
		turnId,
		entryId,
		memberId,
		level,
		required: levelPlan(decision.state.plan, level).required
	});
	return turnId;
}
function waitingFor({ state }, target) {
	return [...state.obligations.values()].filter((obligation) => obligation.status === "waiting" && obligation.target === target).sort((a, b) => a.order - b.order);
}
function membersServedLast({ state }) {
	const owing = new Set();
	for (const obligation of state.obligations.values()) if (obligation.overdue) owing.add(obligation.memberId);
	return owing;
}
function current(decision, entry) {
	return decision.state.entries.get(entry.id);
}
var AS_THEY_STAND = {
	must: new Set(),
	served: new Set()
};
function hasSeveral(entries) {
	return new Set(entries.map(({ memberId }) => memberId)).size < entries.length;
}
// circle/levels.ts
var KEPT_TURNS_MAX = 2;
function completeTurn(decision, turn) {
	const { memberId, level } = turn;
	const own = levelPlan(decision.state.plan, level);
	const entry = [...decision.state.entries.values()].find(({ turnId }) => turnId === turn.id);
	const first = decision.state.members.get(memberId).completedAt[level] === void 0;
	emit(decision, {
		kind: "turn.completed",
		turnId: turn.id,
		entryId: entry.id,
		memberId,
		level,
		first,
		receivedCents: turn.receivedCents
	});
	endSurplusTurns(decision, memberId, level);
	if (own.owedWhen === "level_completed") owe(decision, memberId, own.owed);
	if (entry.isReceiver) emit(decision, {
		kind: "receiver.unset",
		entryId: entry.id,
		memberId,
		level
	});
	if (own.onCompletion === "back_of_queue") moveToEnd(decision, getEntry(decision, entry.id));
	else remove(decision, getEntry(decision, entry.id), "completed");
	if (own.onCompletion === "leave_circle_queues") finishCircle(decision, memberId);
}
function endSurplusTurns(decision, memberId, level) {
	if (!isBalanced(decision.state.plan)) return;
	for (const turn of completeTurns(decision.state, memberId, level).slice(KEPT_TURNS_MAX)) endTurn(decision, turn);
}
function endCompleteTurns(decision, memberId) {
	for (const level of levelsOf(decision.state.plan)) for (const turn of completeTurns(decision.state, memberId, level)) endTurn(decision, turn);
}
function endTurn(decision, { id: turnId, memberId, level }) {
	emit(decision, {
		kind: "turn.ended",
		turnId,
		memberId,
		level
	});
}
function finishCircle(decision, memberId) {
	const n1 = findEntryOf(decision, memberId, 1);
	if (n1) remove(decision, n1, "completed");
	emit(decision, {
		kind: "member.completed_circle",
		memberId
	});
}
function upgradesOffered(state, memberId) {
	return levelsOf(state.plan).slice(0, -1).flatMap((fromLevel) => {
		const toLevel = fromLevel + 1;
		const turn = completeTurns(state, memberId, fromLevel)[0];
		const inNext = [...state.entries.values()].some((entry) => entry.memberId === memberId && entry.level === toLevel);
		if (!turn || inNext) return [];
		const own = levelPlan(state.plan, fromLevel);
		const owed = own.owedWhen === "upgrade_accepted" ? own.owed : [];
		const totalCents = owedTotalCents({
			...own,
			owed
		});
		const balanceCents = turn.receivedCents;
		return [{
			fromLevel,
			toLevel,
			turnId: turn.id,
			balanceCents,
			owed,
			totalCents,
			canAfford: balanceCents >= totalCents
		}];
	});
}
function acceptUpgrade(decision, command) {
	const { memberId, fromLevel, toLevel } = command;
	if (getMember(decision, memberId).status !== "approved") refuse("queue.member_not_approved");
	if (toLevel === fromLevel + 1 && toLevel <= lastLevel(decision.state.plan) && findEntryOf(decision, memberId, toLevel)) refuse("upgrade.already_accepted");
	const offer = upgradesOffered(decision.state, memberId).find((candidate) => candidate.fromLevel === fromLevel && candidate.toLevel === toLevel) ?? refuse("upgrade.not_available");
	if (!offer.canAfford) refuse("upgrade.cannot_afford");
	emit(decision, {
		kind: "upgrade.accepted",
		memberId,
		turnId: offer.turnId,
		fromLevel,
		toLevel,
		balanceCents: offer.balanceCents
	});
	owe(decision, memberId, offer.owed);
	placeLast(decision, memberId, toLevel);
	match(decision);
}
function owe(decision, memberId, owed) {
	for (const { type, amountCents, target, count } of owed) for (let made = 0; made < count; made += 1) emit(decision, {
		kind: "obligation.owed",
		obligationId: decision.newId(),
		memberId,
		type,
		amountCents,
		target,
		period: null,
		order: decision.state.nextOrder
	});
}
function completeTurns(state, memberId, level) {
	return [...state.turns.values()].filter((turn) => turn.memberId === memberId && turn.level === level && turn.status === "complete").sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1));
}
var REST_MS = 2 * DAY_MS;
function sendReceipt(decision, command) {
	const { image, payment, cents } = command;
	const donation = getOpenDonation(decision, command.donationId);
	if (donation.donorId !== command.memberId) refuse("donation.not_donor");
	if (isExpired(decision, donation) && !takesParts(decision.state)) refuse("donation.expired");
	ensureSum(decision, donation, cents);
	const sent = {
		donationId: donation.id,
		donorId: donation.donorId,
		...payment === void 0 ? {} : { payment },
		...cents === void 0 ? {} : { cents }
	};
	if (image === void 0) emit(decision, {
		kind: "donation.receipt_sent",
		...sent
	});
	else if (donation.status === "PENDING_PAYMENT") emit(decision, {
		kind: "donation.receipt_sent",
		...sent,
		image
	});
	else emit(decision, {
		kind: "donation.receipt_replaced",
		...sent,
		image
	});
}
function rejectReceipt(decision, command) {
	const { memberId } = command;
	const donation = getOpenDonation(decision, command.donationId);
	const { id, rejections } = donation;
	if (donation.receiverId !== memberId) refuse("donation.not_receiver");
	ensureReceiptWaits(donation);
	const isUnderReport = findOpenReport(decision.state, donation) !== null;
	if (isUnderReport && rejections >= 2) refuse("donation.report_decides");
	if (!mayWaitAgain(decision, donation)) refuse("donation.not_returnable");
	const attempt = rejections + 1;
	emit(decision, {
		kind: "donation.receipt_rejected",
		donationId: id,
		receiverId: memberId,
		attempt,
		deadlineAt: deadlineAfterRejection(donation, decision.now),
		...command.stays ? { stays: true } : {}
	});
	if (attempt < 2 || isUnderReport) return;
	emit(decision, {
		kind: "donation.reported",
		reportId: decision.newId(),
		donationId: id,
		reporterId: memberId
	});
}
function mayWaitAgain(decision, donation) {
	if (donation.parts > 0) return mayBeOwedAgain(decision, donation);
	return [...decision.state.entries.values()].some(({ turnId, isReceiver }) => isReceiver && turnId !== null && turnId === donation.turnId) && mayBeOwedAgain(decision, donation);
}
function ensureReceiptWaits({ status, rejections }) {
	if (status === "PENDING_CONFIRMATION") return;
	refuse(rejections > 0 ? "donation.receipt_rejected" : "donation.no_receipt");
}
function confirm$1(decision, command) {
	const donation = getOpenDonation(decision, command.donationId);
	const by = command.by === "administration" ? null : command.by.memberId;
	if (donation.receiverId !== by) refuse("donation.not_receiver");
	ensureReceiptWaits(donation);
	if ((command.cents ?? null) !== donation.sentCents) refuse("donation.part_differs");
	settleDonation(decision, donation);
	match(decision);
}
function settleDonation(decision, donation) {
	if (donation.status !== "PENDING_CONFIRMATION") refuse("donation.no_receipt");
	const { sentCents: cents } = donation;
	const facts = factsOf(donation);
	if (cents !== null && cents < restOf(decision.state, donation)) {
		const deadlineAt = Math.max(donation.deadlineAt, decision.now + REST_MS);
		emit(decision, {
			kind: "donation.part_confirmed",
			...facts,
			cents,
			part: donation.parts + 1,
			deadlineAt
		});
	} else emit(decision, {
		kind: "donation.confirmed",
		...facts,
		...cents === null ? {} : { cents }
	});
	if (donation.isLate) endPaid(decision, donation);
	if (donation.type === "FINAL_PAYMENT_N3") allowReentry(decision, donation.donorId);
	const turn = findTurn(decision, donation.turnId);
	if (turn && turn.status === "running" && turn.confirmed === turn.required) completeTurn(decision, turn);
	if (donation.receiverId !== null && donation.target !== "administration") oweSettlement(decision, donation.receiverId, donation.target);
}
function endPaid(decision, donation) {
	const report = findOpenReport(decision.state, donation);
	if (!report || report.reporterId !== null || decision.state.donations.has(donation.id)) return;
	const { id: reportId, donationId } = report;
	emit(decision, {
		kind: "report.ended",
		reportId,
		donationId,
		status: "RESOLVED",
		outcome: "keep"
	});
}
function expireDue(decision, staysLate) {
	const due = [...decision.state.donations.values()].filter((donation) => isExpired(decision, donation) && (donation.isUndecided || !donation.isLate || !staysLate)).filter((donation) => !isLeftLate(decision.state, donation)).sort((a, b) => a.order - b.order);
	for (const { id } of due) {
		const donation = decision.state.donations.get(id);
		if (!donation) continue;
		const stays = staysLate && takesParts(decision.state);
		const isNew = stays && !donation.isLate;
		if (isNew) emit(decision, {
			kind: "donation.late",
			...factsOf(donation)
		});
		if (!endsUnpaid(decision, donation) && !(isNew && donation.rejections === 0)) continue;
		if (!stays) emit(decision, {
			kind: "donation.expired",
			...factsOf(donation)
		});
		if (donation.type !== "PULL") continue;
		if (!stays) voidContribution(decision, donation);
		serveLast(decision, donation, stays);
	}
	if (due.length > 0) match(decision);
}
function isLeftLate(state, donation) {
	const { isLate, parts, rejections, reportId } = donation;
	const isDecided = reportId !== null && !state.reports.has(reportId);
	return isCounted(state) && isLate && parts > 0 && rejections === 0 && isDecided && mayBeOwedAgain({ state }, donation);
}
function voidContribution(decision, { obligationId, donorId, type, target }) {
	const { amountCents } = decision.state.obligations.get(obligationId);
	emit(decision, {
		kind: "obligation.void",
		obligationId,
		memberId: donorId,
		type,
		amountCents,
		target,
		reason: "period_expired"
	});
}
function serveLast(decision, { donorId, target }, stays) {
	if (target === "administration") return;
	const own = entriesOf(decision, donorId, target);
	if (stays) for (const { id } of own.filter((one) => !isServed(decision, one))) moveBehindRound(decision, id);
	else for (const { id } of own.filter(({ isReceiver }) => !isReceiver)) moveToEnd(decision, getEntry(decision, id));
}
function isServed({ state }, { isReceiver, turnId, memberId }) {
	if (!isReceiver || !isCounted(state)) return isReceiver;
	const { donations, obligations, members } = state;
	const isOfMonth = (one) => one.turnId === turnId && !obligations.get(one.obligationId).isAhead;
	if ([...donations.values()].some(isOfMonth)) return true;
	const paid = [...members.values()].flatMap((one) => one.id === memberId ? [] : one.ahead).filter(({ obligationId }) => !obligations.has(obligationId)).length;
	return (findTurn({ state }, turnId)?.confirmed ?? 0) > paid;
}
function moveBehindRound(decision, id) {
	const entry = getEntry(decision, id);
	const turnsOf = turnsByPlace(decision.state);
	const last = queueOf(decision, entry.level).findLast((other) => turnsOf.get(other.id) <= turnsOf.get(id));
	if (last.id === id) return;
	if (entry.isReceiver) takeRole(decision, entry, "receiver_replaced");
	reorder(decision, getEntry(decision, id), last.position);
}
function isExpired({ state, now }, donation) {
	return isPastDeadline(state, donation, now);
}
function allowReentry(decision, memberId) {
	const { members, obligations } = decision.state;
	const owesAnother = [...obligations.values()].some((owed) => owed.memberId === memberId && owed.type === "FINAL_PAYMENT_N3");
	if (members.get(memberId)?.reentry === "owing" && !owesAnother) emit(decision, {
		kind: "member.reentry_allowed",
		memberId
	});
}
// circle/report.ts
function reportDonation(decision, command) {
	const { reportId, memberId } = command;
	const donation = getOpenDonation(decision, command.donationId);
	if (donation.donorId !== memberId && donation.receiverId !== memberId) refuse("donation.not_party");
	if (donation.reportId !== null) refuse("donation.already_reported");
	emit(decision, {
		kind: "donation.reported",
		reportId,
		donationId: donation.id,
		reporterId: memberId
	});
}
function openCase(decision, { reportId, donationId, bounded }) {
	const donation = getOpenDonation(decision, donationId);
	if (findOpenReport(decision.state, donation)) refuse("donation.already_reported");
	emit(decision, {
		kind: "donation.reported",
		reportId,
		donationId,
		reporterId: null,
		...bounded ? { holdsMs: donation.reportId === null ? OWN_REPORT_STOP_MS : 0 } : {}
	});
}
function setReportStatus(decision, command) {
	const report = getOpenReport(decision, command.reportId);
	const { status } = command;
	if (status === "RESOLVED" || status === "DISMISSED") end(decision, report, status, "keep");
	else if (status !== report.status) emit(decision, {
		kind: "report.status_changed",
		reportId: report.id,
		donationId: report.donationId,
		status
	});
	match(decision);
}
function resolveReport(decision, command) {
	const { resolution, outcome } = command;
	if (resolution !== "RESOLVED" && outcome !== "keep") refuse("report.outcome_not_allowed");
	if (resolution === "INVESTIGATING" || resolution === "NEEDS_MORE_INFO") {
		setReportStatus(decision, {
			reportId: command.reportId,
			status: "INVESTIGATING"
		});
		return;
	}
	end(decision, getOpenReport(decision, command.reportId), resolution === "RESOLVED" ? "RESOLVED" : "DISMISSED", outcome);
	match(decision);
}
function decideAppeal(decision, command) {
	const { reportId, donationId, decision: verdict, outcome } = command;
	if (verdict === "UPHELD" && outcome !== "keep") refuse("report.outcome_not_allowed");
	const donation = decision.state.donations.get(donationId);
	if (outcome !== "keep") {
		if (!donation) refuse("appeal.donation_ended");
		if (findOpenReport(decision.state, donation)) refuse("appeal.other_case");
	}
	emit(decision, {
		kind: "appeal.decided",
		reportId,
		donationId,
		decision: verdict,
		outcome
	});
	if (donation) settleBy(decision, donation, outcome);
	match(decision);
}
function settleBy(decision, donation, outcome) {
	if (outcome === "confirm") settleDonation(decision, donation);
	if (outcome !== "cancel") return;
	const isOfTwo = donation.parts > 0 && mayBeOwedAgain(decision, donation);
	if (isOfTwo && !areBothGone(decision, donation)) refuse("report.part_paid");
	emit(decision, {
		kind: "donation.cancelled",
		...factsOf(donation),
		reason: "report"
	});
	if (isOfTwo) return voidObligation(decision, decision.state.obligations.get(donation.obligationId), "nobody_left");
	if (donation.isLate && mayBeOwedAgain(decision, donation) && !staysOwed(decision, donation)) voidContribution(decision, donation);
	else voidForgone(decision, donation);
}
function areBothGone({ state }, { donorId, receiverId }) {
	const statusOf = (id) => state.members.get(id).status;
	return isCounted(state) && statusOf(donorId) !== "approved" && receiverId !== null && statusOf(receiverId) === "left";
}
function staysOwed({ state }, { type }) {
	return type === "SETTLEMENT" && isCounted(state);
}
function end(decision, report, status, outcome) {
	const donation = decision.state.donations.get(report.donationId);
	if (!donation && outcome !== "keep") refuse("donation.ended");
	const heldMs = donation ? stoppedMs(decision.state, donation, decision.now) : 0;
	emit(decision, {
		kind: "report.ended",
		reportId: report.id,
		donationId: report.donationId,
		status,
		outcome
	});
	if (!donation) return;
	settleBy(decision, donation, outcome);
	if (outcome !== "keep" || donation.status !== "PENDING_PAYMENT") return;
	if (endsWithCase(decision, donation)) return endKept(decision, donation);
	const deadlineAt = deadlineAfterReport(donation, heldMs, decision.now);
	emit(decision, {
		kind: "donation.deadline_moved",
		donationId: donation.id,
		deadlineAt
	});
	if (hasHadTime(decision, donation) && donation.rejections > 0 && donation.type === "PULL") serveLast(decision, donation, true);
}
function hasHadTime({ state }, { isLate, rejections }) {
	return isLate || isCounted(state) && rejections > 2;
}
var endsWithCase = (decision, donation) => donation.status === "PENDING_PAYMENT" && donation.isUndecided && !mayWaitAgain(decision, donation);
function endsKept(state, command) {
	const report = state.reports.get(command.reportId);
	const donation = report && state.donations.get(report.donationId);
	return (command.kind === "resolve_report" ? command.outcome === "keep" && (command.resolution === "RESOLVED" || command.resolution === "REJECTED") : command.status === "RESOLVED" || command.status === "DISMISSED") && donation !== void 0 && endsWithCase({ state }, donation);
}
var GONE = {
	left: "donor_left",
	suspended: "donor_suspended",
	place_lost: "place_lost"
};
function endKept(decision, donation) {
	const forgone = whyForgone(decision, donation);
	const reason = forgone === null || forgone === "period_expired" ? "receiver_replaced" : GONE[forgone];
	emit(decision, {
		kind: "donation.cancelled",
		...factsOf(donation),
		reason
	});
	voidForgone(decision, donation);
}
function getOpenReport({ state }, reportId) {
	return state.reports.get(reportId) ?? refuse("report.ended");
}
// circle/two-people.ts
function takesTwoPeople(state, command) {
	if (state.mode !== "real") return null;
	if (command.kind === "depart_member") return hasStake(state, command.memberId) ? "suspend_member" : null;
	if (command.kind === "pause_month") return command.kind;
	if (command.kind === "hand_over") return isAhead(state, command.memberId) ? command.kind : null;
	if (command.kind === "resolve_report" || command.kind === "set_report_status") return endsKept(state, command) ? "resolve_report" : null;
	if (!isByHand(command.kind)) return null;
	const isInMiddle = isCounted(state) && hasBegun(state);
	return everAsked(state) && (isInMiddle || !isBehindAll(state, command)) ? "change_queue" : null;
}
function arrangesFirstOrder(state, command) {
	if (!isByHand(command.kind) || everAsked(state)) return false;
	if (command.kind === "remove") return state.rules >= 5;
	return state.entries.size === 0 || !isBehindAll(state, command);
}
function hasStake(state, memberId) {
	const member = state.members.get(memberId);
	if (!member) return false;
	const { given, received } = member;
	const isEven = given.administration === 0 && levelsOf(state.plan).every((level) => given[level] === received[level]);
	const holdsPlace = [...state.entries.values()].some((entry) => entry.memberId === memberId);
	const owes = [...state.obligations.values()].some((owed) => owed.memberId === memberId);
	const isParty = [...state.donations.values()].some(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId);
	return !isEven || owes || isParty || holdsPlace && (everAsked(state) || state.rules >= 5);
}
function isAhead({ members, donations }, memberId) {
	const member = members.get(memberId);
	if (!member) return false;
	return [...donations.values()].filter(({ receiverId }) => receiverId === memberId).reduce((sum, { amountCents }) => sum + amountCents, member.received[1]) > member.given[1];
}
function isBehindAll(state, command) {
	if (command.kind !== "place" || command.isReceiver) return false;
	const last = queueOf({ state }, command.level).at(-1);
	return last === void 0 || command.position > last.position;
}
// circle/ledger/following.ts
function follow(entries, followers) {
	for (const entry of entries) {
		const isCommand = entry.kind === COMMAND_KIND;
		const founding = isCommand ? founded(entry.payload.command) : null;
		for (const one of followers) one.take(entry, founding);
		if (isCommand || isRecordKind(entry.kind)) continue;
		for (const [index, { draft }] of followers.entries()) {
			if (draft === null || followers.findIndex((each) => each.draft === draft) < index || follows(draft, entry)) continue;
			for (const each of followers) if (each.draft === draft) each.lose();
		}
	}
}
function readOn(entries, begun, open) {
	const { count, reader } = begun ?? {
		count: 0,
		reader: open()
	};
	follow(count === 0 ? entries : entries.slice(count), [reader]);
	return reader;
}
function founded(command) {
	return command?.kind === "create_circle" ? draftOf(emptyState(command.mode, command.plan)) : null;
}
function follows(draft, { kind, payload, at }) {
	try {
		applyFacts(draft, kind, payload, Date.parse(at));
		return true;
	} catch {
		return false;
	}
}
// circle/ledger/endings.ts
var KEPT = /^(member|helper|payment_key|terms|witness|administrator|approval|case)\.|^circle\.(clock_moved|registration_closed)$/;
var OF_A_DONATION = [
	"send_receipt",
	"confirm",
	"reject_receipt",
	"report",
	"open_case",
	"set_report_status",
	"resolve_report",
	"decide_appeal",
	"expire"
];
var CLOSING = "close_circle";
function closingText(state) {
	return canonicalJson({
		kind: CLOSING,
		accounts: openAccounts(state)
	});
}
function mayFollowEnd(kind, command) {
	if (command) return OF_A_DONATION.includes(command.kind) || command.kind === "depart_member" && command.how === "left";
	return KEPT.test(kind);
}
function checkEnding(entries, sha256) {
	if (!entries.some(({ kind }) => kind === "circle.closed")) return [];
	const faults = [];
	const cases = openCases();
	let draft = null;
	let isClosed = false;
	const closings = new Set();
	let carriedOut = null;
	for (const entry of entries) {
		const { seq, kind, payload, at } = entry;
		const { command } = payload;
		const isAsked = kind === "command" || isRecordKind(kind);
		if (isClosed && isAsked && !mayFollowEnd(kind, command)) faults.push({
			code: "circle.after_end",
			seq
		});
		cases.read(entry);
		if (kind === "approval.proposed" && payload["change"] === "close_circle") closings.add(payload["approvalId"]);
		if (kind === "circle.created") {
			const { mode, plan, rules } = payload;
			draft = draftOf(emptyState(mode, plan, rules));
		} else if (kind === "circle.closed") {
			isClosed = true;
			const isAgreed = () => draft && mayEndShort(draft) && carriedOut === sha256(closingText(draft));
			if (!draft || findUnfinished(draft) && !isAgreed() || cases.mayGoOn(Date.parse(at))) faults.push({
				code: "circle.closed_early",
				seq
			});
		} else if (!isAsked && draft && !follows(draft, entry)) break;
		carriedOut = kind === "approval.executed" && closings.has(payload["approvalId"]) ? payload["actHash"] : null;
	}
	return faults;
}
function openCases() {
	const endedAt = new Map();
	const appealed = new Set();
	return {
		read({ kind, payload, at }) {
			const { reportId } = payload;
			if (kind === "report.ended") endedAt.set(reportId, Date.parse(at));
			else if (kind === "case.appealed") appealed.add(reportId);
			else if (kind === "appeal.decided") endedAt.delete(reportId);
		},
		mayGoOn: (now) => [...endedAt].some(([reportId, at]) => appealed.has(reportId) || now - at < APPEAL_MS - 6e5)
	};
}
// circle/ledger/event-kinds.ts
var EVENT_KINDS = {
	"circle.created": true,
	"circle.plan_changed": true,
	"member.approved": true,
	"member.suspended": true,
	"member.left": true,
	"member.reinstated": true,
	"member.completed_circle": true,
	"member.reentry_allowed": true,
	"shares.taken": true,
	"entry.placed": true,
	"entry.removed": true,
	"entry.moved": true,
	"receiver.set": true,
	"receiver.unset": true,
	"queue.change_undone": true,
	"queue.drawn": true,
	"turns.swapped": true,
	"place.handed_over": true,
	"contribution.paused": true,
	"contribution.counted": true,
	"rotation.begun": true,
	"circle.brought_in": true,
	"member.passed_over": true,
	"member.served_again": true,
	"turn.started": true,
	"turn.completed": true,
	"turn.ended": true,
	"obligation.owed": true,
	"obligation.void": true,
	"donation.matched": true,
	"donation.handed_over": true,
	"donation.receipt_sent": true,
	"donation.receipt_replaced": true,
	"donation.receipt_rejected": true,
	"donation.part_confirmed": true,
	"donation.confirmed": true,
	"donation.expired": true,
	"donation.late": true,
	"donation.cancelled": true,
	"donation.deadline_moved": true,
	"donation.reported": true,
	"report.status_changed": true,
	"report.ended": true,
	"appeal.decided": true,
	"upgrade.accepted": true,
	"pull.generated": true
};
var isEventKind = (kind) => Object.hasOwn(EVENT_KINDS, kind);
// circle/ledger/electors.ts
function openElectors() {
	const members = new Set();
	const places = openPlaces();
	const hasWord = (id) => members.has(id) && places.hasWord(id);
	const among = (said) => [...said].filter(hasWord);
	return {
		isMember: (id) => members.has(id),
		hasWord,
		among,
		isMost: (said) => 2 * among(said).length > among(members).length,
		count: () => among(members).length,
		read(entry, personId) {
			const { kind } = entry;
			if (kind === "member.approved" || kind === "member.reinstated") members.add(personId);
			if (kind === "member.suspended" || kind === "member.left") members.delete(personId);
			return places.read(entry);
		}
	};
}
function openPlaces() {
	const holders = new Map();
	let asked = null;
	const stand = (placed) => {
		for (const { entryId, memberId } of placed) holders.set(entryId, memberId);
	};
	const ask = () => {
		const isFirst = asked === null;
		asked = new Set([...asked ?? [], ...holders.values()]);
		return isFirst ? "begun" : null;
	};
	return {
		hasWord: (memberId) => asked?.has(memberId) ?? true,
		read({ kind, payload }) {
			const { memberId, newcomerId, entryId, drop, restore, places } = payload;
			if (kind === "entry.placed") stand([{
				entryId,
				memberId
			}]);
			if (kind === "entry.removed") holders.delete(entryId);
			if (kind === "queue.drawn" || kind === "circle.brought_in") stand(places);
			if (kind === "queue.change_undone") {
				for (const id of drop) holders.delete(id);
				stand(restore);
			}
			if (kind === "place.handed_over") {
				for (const [id, holder] of holders) if (holder === memberId) holders.set(id, newcomerId);
				if (asked?.has(memberId)) asked.add(newcomerId);
			}
			return kind === "pull.generated" || kind === "circle.brought_in" ? ask() : null;
		}
	};
}
// circle/ledger/organisers.ts
function openOrganisers() {
	const administering = new Set();
	const helperOf = new Map();
	const leave = (memberId) => {
		for (const [id, helperId] of helperOf) if (id === memberId || helperId === memberId) helperOf.delete(id);
	};
	return {
		has: (id) => administering.has(id),
		isOfOrganiser: (memberId) => administering.has(memberId) || administering.has(helperOf.get(memberId) ?? "") || [...administering].some((id) => helperOf.get(id) === memberId),
		read({ kind, payload }, personId) {
			switch (kind) {
				case "circle.administrators_named":
					for (const id of String(payload["userIds"]).split(",")) administering.add(id);
					return null;
				case "administrator.participates":
				case "administrator.added":
					administering.add(personId);
					return "joined";
				case "administrator.removed":
					administering.delete(personId);
					return null;
				case "helper.named":
					helperOf.set(personId, String(payload["helperId"]));
					return "joined";
				case "helper.ended":
					helperOf.delete(personId);
					return null;
				case "member.suspended":
				case "member.left":
					leave(personId);
					return null;
				default: return null;
			}
		}
	};
}
var fiscalKinds = [
	"member.approved",
	"member.reinstated",
	"member.suspended",
	"member.left",
	"circle.administrators_named",
	"administrator.participates",
	"administrator.added",
	"administrator.removed",
	"helper.named",
	"helper.ended",
	"entry.placed",
	"entry.removed",
	"queue.drawn",
	"queue.change_undone",
	"circle.brought_in",
	"place.handed_over",
	"pull.generated",
	"fiscal.named",
	"fiscal.withdrawn",
	"fiscal.confirmed",
	"fiscal.unconfirmed",
	"fiscal.resigned"
];
function openFiscals() {
	const [organisers, electors] = [openOrganisers(), openElectors()];
	const named = new Map();
	const book = {
		named,
		organisers,
		electors
	};
	const isConfirmed = (id) => typeof named.get(id)?.since === "number";
	const endsFiscal = (memberId, helperId) => isConfirmed(memberId) && organisers.has(helperId) || isConfirmed(helperId) && organisers.has(memberId);
	const mayWithdraw = (memberId, actorId) => {
		const { by, since } = named.get(memberId) ?? {
			by: null,
			since: 0
		};
		return since === null && (by === actorId || !organisers.has(by ?? ""));
	};
	const follow = (entry) => {
		const { kind, payload, actor_id: actorId } = entry;
		const memberId = String(payload["memberId"] ?? payload["userId"]);
		switch (kind) {
			case "fiscal.named": return name(book, memberId, actorId);
			case "fiscal.withdrawn":
				if (!mayWithdraw(memberId, actorId)) return "fiscal.withdrawn_wrongly";
				named.delete(memberId);
				return null;
			case "fiscal.confirmed":
			case "fiscal.unconfirmed": return hear(book, entry);
			case "fiscal.resigned": return named.delete(memberId) ? null : "fiscal.not_theirs";
			case "helper.named": if (endsFiscal(memberId, String(payload["helperId"]))) return "fiscal.withdrawn_wrongly";
		}
		goOn(book, entry, memberId);
		return null;
	};
	return {
		read(entry) {
			if (!fiscalKinds.includes(entry.kind)) return null;
			const fault = follow(entry);
			count(book, Date.parse(entry.at));
			return fault;
		},
		isFiscal: (memberId, since = Infinity) => {
			const from = memberId === null ? void 0 : named.get(memberId)?.since;
			return typeof from === "number" && from <= since;
		},
		isOfOrganiser: organisers.isOfOrganiser,
		endsFiscal,
		mayWithdraw,
		standing: () => [...named].map(([memberId, { confirmed, against, since }]) => {
			return {
				memberId,
				confirmedBy: electors.among(confirmed),
				endedBy: electors.among(against),
				since
			};
		}),
		hasWord: electors.hasWord,
		members: electors.count
	};
}
function name({ named, organisers, electors }, memberId, by) {
	if (!(electors.isMember(memberId) && !organisers.isOfOrganiser(memberId) && !named.has(memberId)) || named.size >= 5) return "fiscal.named_wrongly";
	named.set(memberId, {
		by,
		confirmed: new Set(),
		against: new Set(),
		since: null
	});
	return null;
}
function hear({ named, electors }, { kind, payload }) {
	const { memberId, subjectId, signature } = payload;
	if (signature === void 0) return "fiscal.unsigned";
	if (payload["via"] === "helper") return "fiscal.not_theirs";
	const standing = named.get(subjectId);
	if (!standing || !electors.hasWord(memberId) || memberId === subjectId) return "fiscal.not_theirs";
	const isFor = kind === "fiscal.confirmed";
	standing[isFor ? "confirmed" : "against"].add(memberId);
	standing[isFor ? "against" : "confirmed"].delete(memberId);
	return null;
}
function goOn({ named, organisers, electors }, entry, memberId) {
	if (entry.kind === "member.suspended" || entry.kind === "member.left") named.delete(memberId);
	if (organisers.read(entry, memberId) === "joined") {
		for (const id of named.keys()) if (organisers.isOfOrganiser(id)) named.delete(id);
	}
	if (electors.read(entry, memberId) === "begun") {
		for (const standing of named.values()) if (!electors.isMost(standing.confirmed)) standing.since = null;
	}
}
function count({ named, electors }, at) {
	for (const [memberId, standing] of named) if (standing.since === null && electors.isMost(standing.confirmed)) standing.since = at;
	else if (standing.since !== null && electors.isMost(standing.against)) named.delete(memberId);
}
// circle/pull.ts
function generatePull(decision, request) {
	ensureAgrees(decision, request);
	const period = periodOf(decision.now);
	const { pulledPeriod } = decision.state;
	if (pulledPeriod !== null && period < pulledPeriod) refuse("pull.period_past");
	const misfit = everAsked(decision.state) ? null : sharesMisfit(decision.state);
	if (misfit) refuse("shares.misfit", misfit);
	const passedOver = passOver(decision, period, request);
	const before = decision.events.length;
	let skipped = 0;
	for (const level of levelsOf(decision.state.plan)) {
		if (!levelPlan(decision.state.plan, level).contributes) continue;
		const queue = queueOf(decision, level);
		const most = dueOf(decision.state);
		const unasked = queue.filter((entry) => isToBeAsked(decision.state, entry, {
			period,
			most
		}));
		skipped += request.countsOnce ? queue.filter((entry) => hasPull(decision.state, entry, period)).length : queue.length - unasked.length;
		const due = unasked.filter(({ memberId }) => !passedOver.has(memberId));
		const donors = due.filter((entry) => !countAhead(decision, entry, period));
		skipped += due.length - donors.length;
		const asked = new Map();
		for (const entry of ringOrder(decision, level, queue, donors)) {
			const share = (asked.get(entry.memberId) ?? 0) + 1;
			if (most !== null && share > most.get(entry.memberId)) continue;
			asked.set(entry.memberId, share);
			oweContribution(decision, entry, {
				period,
				share
			});
		}
	}
	match(decision);
	const made = decision.events.slice(before);
	const owed = new Set(made.flatMap((event) => event.kind === "obligation.owed" ? [event.obligationId] : []));
	const given = made.flatMap((event) => event.kind === "donation.matched" && owed.has(event.obligationId) ? [event] : []);
	emit(decision, {
		kind: "pull.generated",
		period,
		created: given.length,
		receivers: new Set(given.map((donation) => `${donation.target}:${donation.receiverId}`)).size,
		skipped,
		...request.withoutConsent ? { skippedWithoutConsent: countPassedOver(decision, passedOver, request) } : {}
	});
}
function passOver(decision, period, { withoutConsent = [], unserved }) {
	const passedOver = new Set();
	let before;
	do {
		before = decision.events.length;
		const { unasked } = contributorsOf(decision, period);
		for (const memberId of [...new Set(unasked.map((entry) => entry.memberId))].sort()) if (!withoutConsent.includes(memberId)) endPassingOver(decision, memberId);
		else {
			passedOver.add(memberId);
			if (unserved && !getMember(decision, memberId).isPassedOver) emit(decision, {
				kind: "member.passed_over",
				memberId
			});
		}
	} while (decision.events.length > before);
	return passedOver;
}
function countPassedOver({ state }, now, { withoutConsent = [], countsOnce }) {
	const still = countsOnce ? withoutConsent.filter((memberId) => state.members.get(memberId)?.isPassedOver) : [];
	return new Set([...now, ...still]).size;
}
function serveAgain(decision, memberId) {
	endPassingOver(decision, memberId);
	match(decision);
}
function endPassingOver(decision, memberId) {
	if (getMember(decision, memberId).isPassedOver) emit(decision, {
		kind: "member.served_again",
		memberId
	});
}
function ringOrder(decision, level, queue, donors) {
	const count = Math.ceil(donors.length / levelPlan(decision.state.plan, level).required);
	const start = servingOrder(decision, level).filter((entry) => needOf(decision, entry) > 0).slice(0, count).at(decision.state.plan.levels.length === 1 ? 0 : -1)?.position ?? 0;
	const due = new Set(donors.map((entry) => entry.id));
	return [...queue.filter((entry) => entry.position > start), ...queue.filter((entry) => entry.position <= start)].filter((entry) => due.has(entry.id));
}
function oweContribution(decision, entry, { period, share }) {
	emit(decision, {
		kind: "obligation.owed",
		obligationId: decision.newId(),
		memberId: entry.memberId,
		type: "PULL",
		amountCents: levelPlan(decision.state.plan, entry.level).donationCents,
		target: entry.level,
		period,
		order: decision.state.nextOrder,
		...share > 1 ? { share } : {}
	});
}
function countAhead(decision, { memberId, level }, period) {
	const { ahead } = getMember(decision, memberId);
	const counted = ahead.find((one) => one.period === period) ?? ahead[0];
	if (!counted) return false;
	emit(decision, {
		kind: "contribution.counted",
		obligationId: counted.obligationId,
		memberId,
		level,
		period
	});
	return true;
}
function contributorsOf(decision, period) {
	const { state } = decision;
	const places = levelsOf(state.plan).filter((level) => levelPlan(state.plan, level).contributes).flatMap((level) => queueOf(decision, level));
	const most = dueOf(state);
	return {
		places,
		unasked: places.filter((entry) => isToBeAsked(state, entry, {
			period,
			most
		}))
	};
}
function isToBeAsked(state, entry, { period, most }) {
	if (hasPull(state, entry, period)) return false;
	return most === null ? !hasGivenAll(state, entry) : most.get(entry.memberId) > 0;
}
function hasPull(state, entry, period) {
	return state.pulledPeriod === period && state.pulled.has(`${entry.level}:${entry.memberId}`);
}
function ensureAgrees({ state }, request) {
	const [first] = state.plan.levels;
	if (!((request.donorsCount ?? first.required) === first.required && (request.amountCents ?? first.donationCents) === first.donationCents && (request.deadlineDays ?? state.plan.deadlineDays) === state.plan.deadlineDays && (request.type ?? "PULL") === "PULL")) refuse("pull.contradicts_plan");
}
var LEVEL$5 = 1;
function payAhead(decision, { memberId, receiverId }) {
	const { plan } = decision.state;
	const next = nextAhead(decision.state, memberId, decision.now);
	if (next.receiverId !== receiverId) refuse("ahead.changed");
	const { served } = courseOf(decision.state);
	const order = servingOrder(decision, LEVEL$5).filter((entry) => !served.has(entry.memberId));
	const place = order.find((entry) => entry.memberId === receiverId);
	for (const entry of order.slice(0, order.indexOf(place) + 1)) if (!entry.isReceiver && needOf(decision, entry) > 0) giveRole(decision, entry);
	const owed = {
		obligationId: decision.newId(),
		type: "PULL",
		amountCents: levelPlan(plan, LEVEL$5).donationCents,
		target: LEVEL$5
	};
	const { period } = next;
	emit(decision, {
		kind: "obligation.owed",
		...owed,
		memberId,
		period,
		order: decision.state.nextOrder,
		ahead: true
	});
	emit(decision, {
		kind: "donation.matched",
		...owed,
		donationId: decision.newId(),
		donorId: memberId,
		receiverId,
		turnId: ensureTurn(decision, place),
		deadlineAt: Math.max(decision.now, periodStart(period)) + plan.deadlineDays * DAY_MS
	});
}
function nextAhead(state, memberId, now) {
	const { plan, pulledPeriod, pulled, donations } = state;
	if (!takesParts(state) || !levelPlan(plan, LEVEL$5).contributes) refuse("ahead.not_here");
	if (hasShares(state)) refuse("ahead.shares");
	const { status, isPassedOver, ahead } = getMember({ state }, memberId);
	if (status !== "approved" || isPassedOver || !findEntryOf({ state }, memberId, LEVEL$5)) refuse("ahead.no_place");
	if (pulledPeriod === null || !pulled.has(`${LEVEL$5}:${memberId}`)) refuse("ahead.not_asked");
	if ([...donations.values()].some((one) => one.donorId === memberId && isInTheWay(state, one, now))) refuse("ahead.owing");
	if (ahead.length >= 3) refuse("ahead.enough");
	ensureIsLeft(state, memberId);
	const last = ahead.at(-1)?.period ?? pulledPeriod;
	const period = nextPeriod(last > pulledPeriod ? last : pulledPeriod);
	const receiver = plannedReceiver(state, memberId, now) ?? refuse("ahead.nobody");
	if (isInCase(state, receiver.memberId)) refuse("ahead.receiver_case");
	const { must, served } = courseOf(state);
	if (served.has(receiver.memberId)) refuse("ahead.nobody");
	if (isCounted(state) && [...must].some((id) => id !== memberId && id !== receiver.memberId)) refuse("ahead.nobody");
	return {
		period,
		receiverId: receiver.memberId
	};
}
function isInTheWay(state, donation, now) {
	const isPaused = state.obligations.get(donation.obligationId).pausedUntil !== null;
	const isDisputed = donation.rejections > 0 || donation.reportId !== null;
	return donation.isLate || isPaused || isDisputed || isPastDeadline(state, donation, now);
}
function isInCase({ reports, donations }, memberId) {
	return [...reports.values()].some(({ donationId }) => {
		const donation = donations.get(donationId);
		return donation?.donorId === memberId || donation?.receiverId === memberId;
	});
}
function ensureIsLeft(state, memberId) {
	const { required } = levelPlan(state.plan, LEVEL$5);
	const left = contributionsLeft(state, memberId, LEVEL$5);
	const asked = contributionsAsked(state, memberId);
	const isCountedHere = isCounted(state);
	if (left === 0 || (isCountedHere ? asked >= required : asked % required === 0)) refuse("ahead.nothing_left");
	if (left !== null || isCountedHere) return;
	const byAsking = (id) => contributionsAsked(state, id) - getMember({ state }, id).ahead.length;
	const most = Math.max(...[...state.entries.values()].map((entry) => byAsking(entry.memberId)));
	if (byAsking(memberId) < most) refuse("ahead.behind");
}
function plannedReceiver(live, memberId, now) {
	let ids = 0;
	const run = {
		state: draftOf(live),
		events: [],
		now,
		newId: () => `planned-${ids += 1}`
	};
	const withoutConsent = [...live.members.values()].filter(({ isPassedOver }) => isPassedOver).map(({ id }) => id);
	let period = live.pulledPeriod;
	for (let months = 0; months <= 3; months += 1) {
		for (const { id } of [...run.state.donations.values()].sort((a, b) => a.order - b.order)) pay(run, id);
		period = nextPeriod(period);
		const from = run.events.length;
		generatePull({
			...run,
			now: Math.max(now, periodStart(period))
		}, {
			withoutConsent,
			unserved: true
		});
		const made = run.events.slice(from).find((one) => one.kind === "donation.matched" && one.donorId === memberId);
		if (made?.kind !== "donation.matched") continue;
		return run.events.some((event) => event.kind === "turn.completed" && event.memberId === made.receiverId && event.turnId !== made.turnId) ? null : findEntryOf({ state: live }, made.receiverId, LEVEL$5);
	}
	return null;
}
function pay(run, donationId) {
	const donation = run.state.donations.get(donationId);
	if (!donation) return;
	const sentCents = donation.parts > 0 ? restOf(run.state, donation) : null;
	const sent = {
		...donation,
		status: "PENDING_CONFIRMATION",
		sentCents
	};
	run.state.donations.set(donationId, sent);
	settleDonation(run, sent);
}
// circle/members.ts
function approveMember(decision, memberId) {
	if (decision.state.members.has(memberId)) refuse("member.already_approved");
	emit(decision, {
		kind: "member.approved",
		memberId
	});
}
function departMember(decision, command) {
	const { memberId, how } = command;
	const member = getMember(decision, memberId);
	if (member.status === "left") refuse("member.left");
	if (member.status === "suspended" && how === "suspended") refuse("member.suspended");
	for (const level of levelsOf(decision.state.plan)) {
		const entry = findEntryOf(decision, memberId, level);
		if (entry) remove(decision, entry, how);
	}
	cancelUnpaidDebts(decision, memberId, {
		cancel: how === "left" ? "donor_left" : "donor_suspended",
		void: how
	}, (type) => type !== "SETTLEMENT");
	emit(decision, {
		kind: how === "left" ? "member.left" : "member.suspended",
		memberId
	});
	if (how === "left") endCompleteTurns(decision, memberId);
	for (const level of levelsOf(decision.state.plan)) oweSettlement(decision, memberId, level);
	match(decision);
}
function reinstateMember(decision, memberId) {
	const { status } = getMember(decision, memberId);
	if (status === "approved") refuse("member.not_suspended");
	if (status === "left") ensureMayReturn(decision, memberId);
	emit(decision, {
		kind: "member.reinstated",
		memberId
	});
}
function ensureMayReturn({ state }, memberId) {
	if (!takesParts(state)) refuse("member.left_for_good");
	if (hasLeftOpen(state, memberId)) refuse("member.left_open");
}
function hasLeftOpen(state, memberId) {
	const owes = [...state.obligations.values()].some((owed) => owed.memberId === memberId);
	const isOwed = [...state.donations.values()].some(({ receiverId }) => receiverId === memberId);
	return takesParts(state) && (owes || isOwed);
}
var LEVEL$4 = 1;
function pauseMonth(decision, { donationId }) {
	const { plan } = decision.state;
	const donation = getOpenDonation(decision, donationId);
	const { donorId: memberId, obligationId } = donation;
	if (plan.levels.length > 1 || !levelPlan(plan, LEVEL$4).contributes || donation.type !== "PULL") refuse("pause.not_here");
	if (donation.status !== "PENDING_PAYMENT" || donation.isUndecided || findOpenReport(decision.state, donation)) refuse("pause.money_moved");
	if (donation.isLate || isPastDeadline(decision.state, donation, decision.now)) refuse("donation.expired");
	if (decision.state.obligations.get(obligationId).pausedUntil !== null) refuse("pause.already");
	const { rotation, left } = rotationOf(decision, donation);
	const member = getMember(decision, memberId);
	const pauses = member.pausedRotation === rotation ? member.pauses : 0;
	if (pauses >= 2) refuse("pause.too_many");
	const until = untilOf(decision, left + pauses);
	const deadlineAt = until + plan.deadlineDays * DAY_MS;
	const paused = {
		memberId,
		rotation,
		pauses: pauses + 1,
		until,
		deadlineAt
	};
	for (const one of [donation, ...sameMonth(decision, donation)]) emit(decision, {
		kind: "contribution.paused",
		donationId: one.id,
		obligationId: one.obligationId,
		...paused
	});
}
function sameMonth(decision, { id, donorId, obligationId }) {
	const { obligations, donations } = decision.state;
	const { period } = obligations.get(obligationId);
	const isPausable = (one) => {
		const owed = obligations.get(one.obligationId);
		const isOfMonth = one.id !== id && one.donorId === donorId && one.type === "PULL" && owed.period === period;
		const isUnpaid = one.status === "PENDING_PAYMENT" && !one.isUndecided && !findOpenReport(decision.state, one);
		return isOfMonth && isUnpaid && owed.pausedUntil === null && !isPastDeadline(decision.state, one, decision.now);
	};
	return [...donations.values()].filter(isPausable).toSorted((a, b) => a.order - b.order);
}
function rotationOf({ state }, { donorId }) {
	const { required } = levelPlan(state.plan, LEVEL$4);
	const asked = Math.ceil(contributionsAsked(state, donorId) / state.members.get(donorId).shares);
	return {
		rotation: isCounted(state) ? state.rotation - 1 : Math.floor((asked - 1) / required),
		left: required - 1 - (asked - 1) % required
	};
}
function untilOf({ state, now }, months) {
	const following = nextPeriod(periodOf(now));
	let period = isCounted(state) ? nextPull(state.pulledPeriod, now).period : following;
	for (let left = months; left > 0; left -= 1) period = nextPeriod(period);
	return periodStart(period > following ? period : following);
}
// circle/beginning.ts
var LEVEL$3 = 1;
function beginningFaults(plan, rows) {
	const { donationCents, required } = levelPlan(plan, LEVEL$3);
	const turnCents = levelPaysCents(levelPlan(plan, LEVEL$3));
	const over = rows.filter(({ receivedCents }) => receivedCents > 0).length;
	const mostCents = Math.min(over, required) * donationCents;
	const faults = rows.flatMap(({ givenCents, receivedCents }, index) => {
		const turn = index + 1;
		const found = (reason) => [{
			turn,
			reason: `${turn}ª linha: ${reason}`
		}];
		if (!isCents(givenCents) || !isCents(receivedCents)) return found("falta um valor em reais, de zero para cima.");
		if (receivedCents !== 0 && receivedCents !== turnCents) return found(`recebeu ${reais$1(receivedCents)}. Quem já teve a vez recebeu ${reais$1(turnCents)}, e os outros ainda nada.`);
		if (givenCents % donationCents !== 0) return found(`deu ${reais$1(givenCents)}, o que não são contribuições inteiras de ${reais$1(donationCents)}.`);
		if (givenCents > mostCents) return found(`deu ${reais$1(givenCents)}, e até aqui só cabem ${reais$1(mostCents)}: uma contribuição por vez.`);
		return [];
	});
	return faults.length > 0 ? faults : [...sumFaults(rows), ...courseFaults(plan, rows, over)];
}
function sumFaults(rows) {
	const [given, received] = [sumOf(rows, "givenCents"), sumOf(rows, "receivedCents")];
	if (given === received) return [];
	const off = given > received ? "a mais" : "a menos";
	return [{
		turn: null,
		reason: `todos juntos deram ${reais$1(given)} e receberam ${reais$1(received)}: há ${reais$1(Math.abs(given - received))} ${off} no que foi dado.`
	}];
}
function courseFaults(plan, rows, over) {
	const { donationCents, required } = levelPlan(plan, LEVEL$3);
	if (over === 0) return [{
		turn: null,
		reason: "ninguém recebeu ainda: assim a roda começa do zero, sem isto."
	}];
	if (over === rows.length) return [{
		turn: null,
		reason: "todos já receberam: esta volta acabou, e outra começa do zero."
	}];
	const left = rows.map(({ givenCents }) => required - givenCents / donationCents);
	const turn = rows.findLastIndex(({ receivedCents }) => receivedCents === 0);
	const lastMonth = left[turn] - 1;
	const paidBefore = left.reduce((sum, months) => sum + Math.min(months, lastMonth), 0);
	if (left[turn] === 0 || paidBefore < (rows.length - over - 1) * required) return [];
	const reason = `${turn + 1}ª linha: é a última vez, e esta pessoa deu pouco: no fim teria de dar a si mesma. Ela acerta antes no caderno.`;
	return [{
		turn: turn + 1,
		reason
	}];
}
function bringIn(decision, { rows }) {
	const { state } = decision;
	ensureMayBringIn(state);
	const ids = new Set(rows.map(({ memberId }) => memberId));
	if ([...ids].some((id) => (state.members.get(id)?.shares ?? 1) > 1)) refuse("beginning.shares");
	const areIn = [...ids].every((id) => state.members.get(id)?.status === "approved");
	const areAll = queueOf(decision, LEVEL$3).every(({ memberId }) => ids.has(memberId));
	const fit = rows.length > levelPlan(state.plan, LEVEL$3).required && rows.length <= 100;
	if (ids.size !== rows.length || !areIn || !areAll || !fit) refuse("beginning.people");
	const [fault] = beginningFaults(state.plan, rows);
	if (fault) refuse("beginning.rows", { reason: fault.reason });
	emit(decision, {
		kind: "circle.brought_in",
		level: LEVEL$3,
		places: [0, 1].flatMap((over) => rows.filter(({ receivedCents }) => Math.sign(receivedCents) === over)).map(({ memberId, givenCents, receivedCents }, index) => {
			return {
				entryId: findEntryOf(decision, memberId, LEVEL$3)?.id ?? decision.newId(),
				memberId,
				position: index + 1,
				givenCents,
				receivedCents
			};
		})
	});
}
function ensureMayBringIn(state) {
	if (state.mode !== "real" || state.plan.levels.length > 1 || !isBalanced(state.plan)) refuse("beginning.not_here");
	if (everAsked(state)) refuse("beginning.late");
}
function isCents(value) {
	return Number.isSafeInteger(value) && value >= 0;
}
function sumOf(rows, field) {
	return rows.reduce((sum, row) => sum + row[field], 0);
}
function reais$1(cents) {
	return `R$ ${String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ".")},${String(cents % 100).padStart(2, "0")}`;
}
// circle/take-shares.ts
var LEVEL$2 = 1;
function takeShares(decision, { memberId, shares }) {
	const { state } = decision;
	if (!isOfRoda(state.plan)) refuse("shares.not_here");
	const member = getMember(decision, memberId);
	if (member.status !== "approved") refuse("queue.member_not_approved");
	if (everAsked(state)) refuse("shares.late");
	if (!Number.isInteger(shares) || shares < 1 || shares > 3) refuse("shares.too_many");
	if (shares === member.shares) refuse("shares.same");
	emit(decision, {
		kind: "shares.taken",
		memberId,
		shares
	});
	const own = entriesOf(decision, memberId, LEVEL$2);
	for (const { id } of (isCounted(state) ? heldLongest(own) : own).slice(shares)) vacate(decision, getEntry(decision, id), "removed");
	if (own.length > 0 && own.length < shares) placeLast(decision, memberId, LEVEL$2);
	match(decision);
}
function ensureKeepsShares({ members }, plan) {
	if (!isOfRoda(plan) && [...members.values()].some(({ shares }) => shares > 1)) refuse("shares.plan");
}
var isOfRoda = (plan) => plan.levels.length === 1 && isBalanced(plan);
// circle/substitute.ts
var LEVEL$1 = 1;
function handOver(decision, command) {
	const { memberId, newcomerId, substituteId } = command;
	const { plan } = decision.state;
	if (plan.levels.length !== 1 || !isBalanced(plan)) refuse("substitute.not_here");
	const leaver = getMember(decision, memberId);
	const place = findEntryOf(decision, memberId, LEVEL$1) ?? refuse("substitute.no_place");
	ensureNewcomer(decision, newcomerId);
	const hindrance = findHindrance(decision.state, memberId);
	if (hindrance) refuse(hindrance.code);
	const { givenCents, receivedCents } = command;
	if (leaver.given[LEVEL$1] !== givenCents || leaver.received[LEVEL$1] !== receivedCents) refuse("substitute.changed");
	const sums = {
		givenCents,
		receivedCents
	};
	const { id: entryId, turnId } = place;
	emit(decision, {
		kind: "place.handed_over",
		substituteId,
		memberId,
		newcomerId,
		entryId,
		turnId,
		level: LEVEL$1,
		...sums
	});
	const now = (id) => id === memberId ? newcomerId : id;
	for (const { deadlineAt, ...donation } of openOf(decision.state, memberId)) emit(decision, {
		kind: "donation.handed_over",
		...factsOf({
			...donation,
			deadlineAt
		}),
		donorId: now(donation.donorId),
		receiverId: donation.receiverId && now(donation.receiverId),
		deadlineAt
	});
	emit(decision, {
		kind: "member.left",
		memberId
	});
	match(decision);
}
function ensureNewcomer({ state }, memberId) {
	const newcomer = state.members.get(memberId) ?? refuse("substitute.not_approved");
	if (newcomer.status === "suspended") refuse("substitute.suspended");
	if (newcomer.status === "left") refuse("substitute.not_approved");
	if (findEntryOf({ state }, memberId, LEVEL$1)) refuse("substitute.in_roda");
	if (!isNew(state, memberId)) refuse("substitute.not_new");
}
function isNew({ members, obligations, donations, pulled }, memberId) {
	const { given, received } = members.get(memberId);
	const isParty = ({ donorId, receiverId }) => donorId === memberId || receiverId === memberId;
	return given[LEVEL$1] === 0 && received[LEVEL$1] === 0 && !pulled.has(`${LEVEL$1}:${memberId}`) && ![...obligations.values()].some((owed) => owed.memberId === memberId) && ![...donations.values()].some(isParty);
}
function openOf({ donations }, memberId) {
	return [...donations.values()].filter(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId).toSorted((a, b) => a.order - b.order);
}
function findHindrance(state, memberId) {
	for (const donation of openOf(state, memberId)) {
		const { status, reportId, rejections, parts } = donation;
		if (reportId !== null || rejections > 0) return {
			code: "substitute.case_open",
			donation
		};
		if (parts > 0) return {
			code: "substitute.part_paid",
			donation
		};
		if (status !== "PENDING_PAYMENT") return {
			code: "substitute.receipt_waits",
			donation
		};
	}
	return null;
}
// circle/swap.ts
var LEVEL = 1;
function swapTurns(decision, command) {
	const { memberId, otherId, swapId } = command;
	if (decision.state.plan.levels.length !== 1) refuse("swap.not_here");
	if (memberId === otherId) refuse("swap.oneself");
	const [own, other] = [waitingPlace(decision, memberId), waitingPlace(decision, otherId)];
	if (own.position !== command.position || other.position !== command.otherPosition) refuse("swap.changed");
	emit(decision, {
		kind: "turns.swapped",
		swapId,
		memberId,
		otherId,
		level: LEVEL
	});
	emit(decision, {
		kind: "entry.moved",
		level: LEVEL,
		moves: [{
			entryId: own.id,
			position: other.position,
			passedMemberIds: []
		}, {
			entryId: other.id,
			position: own.position,
			passedMemberIds: []
		}]
	});
	match(decision);
}
function waitingPlace(decision, memberId) {
	const { status, isPassedOver, shares, given, received } = getMember(decision, memberId);
	const place = findEntryOf(decision, memberId, LEVEL) ?? refuse("swap.no_place");
	if (status !== "approved" || isPassedOver) refuse("swap.no_place");
	if (shares > 1) refuse("swap.shares");
	if (place.isReceiver || place.turnId !== null) refuse("swap.receiving");
	if (isCounted(decision.state) && owesLate(decision, memberId)) refuse("swap.owing");
	if (received[LEVEL] > given[LEVEL]) refuse("swap.received");
	return place;
}
function owesLate({ state, now }, memberId) {
	return [...state.donations.values()].some((one) => one.donorId === memberId && (one.isLate || one.rejections > 0 || isPastDeadline(state, one, now)));
}
// circle/undo.ts
function inverseOf(before, after, level) {
	const places = queueOf({ state: before }, level).flatMap((was) => {
		const is = after.entries.get(was.id);
		return is && !isSamePlace(was, is) ? [{
			entryId: was.id,
			position: was.position,
			isReceiver: was.isReceiver,
			passed: was.passedMemberIds.length
		}] : [];
	});
	const restore = queueOf({ state: before }, level).filter(({ id }) => !after.entries.has(id)).map(({ id, memberId, position, isReceiver, passedMemberIds, createdAt }) => {
		return {
			entryId: id,
			memberId,
			position,
			isReceiver,
			passedMemberIds,
			createdAt
		};
	});
	const drop = queueOf({ state: after }, level).filter(({ id }) => !before.entries.has(id));
	const reentry = drop.map(({ memberId }) => memberId).filter((id) => before.members.get(id)?.reentry === "allowed" && after.members.get(id)?.reentry === "none");
	return {
		level,
		places,
		drop: drop.map(({ id }) => id),
		restore,
		reentry
	};
}
function isSamePlace(a, b) {
	return a.position === b.position && a.isReceiver === b.isReceiver && a.passedMemberIds.length === b.passedMemberIds.length;
}
var RESTING = {
	"donation.cancelled": "cancelled",
	"donation.expired": "cancelled",
	"donation.matched": "matched",
	"obligation.owed": "debts",
	"obligation.void": "debts",
	"turn.started": "turns",
	"turn.completed": "turns",
	"turn.ended": "turns"
};
var MOVES = [
	"entry.placed",
	"entry.removed",
	"entry.moved",
	"receiver.set",
	"receiver.unset",
	"queue.drawn",
	"circle.brought_in",
	"queue.change_undone",
	"place.handed_over"
];
[...Object.keys(RESTING), ...MOVES];
function restsOn(events, level, isLater) {
	const counts = new Map();
	for (const event of events) {
		if (!concerns(event, level)) continue;
		const what = RESTING[event.kind] ?? (isLater && MOVES.includes(event.kind) ? "places" : null);
		if (what) counts.set(what, (counts.get(what) ?? 0) + 1);
	}
	const first = [
		"cancelled",
		"matched",
		"debts",
		"turns",
		"places"
	].find((what) => counts.has(what));
	return first ? {
		what: first,
		count: counts.get(first)
	} : null;
}
function concerns(event, level) {
	if ("target" in event) return event.target === level;
	return !("level" in event) || event.level === level;
}
function nextLastChange(last, { seq, command, events, before, after }) {
	if (!isQueueChange(command.kind)) {
		if (!last || last.rests) return last;
		return {
			...last,
			rests: restsOn(events, last.inverse.level, true)
		};
	}
	if (command.kind === "apply_draw" || command.kind === "undo") return null;
	const level = levelOf(events);
	if (level === null) return last;
	return {
		seq,
		inverse: inverseOf(before, after, level),
		rests: restsOn(events, level, false)
	};
}
function levelOf(events) {
	for (const event of events) if ("level" in event && MOVES.includes(event.kind)) return event.level;
	return null;
}
function undo(decision, { seq, inverse }) {
	const { level, places, drop, restore } = inverse;
	const { entries, members, plan } = decision.state;
	if (!levelsOf(plan).includes(level)) refuse("queue.undo_impossible");
	const queue = new Map(queueOf(decision, level).map((entry) => [entry.id, entry.position]));
	for (const { entryId, position, passed } of places) {
		if (!queue.has(entryId) || entries.get(entryId).passedMemberIds.length < passed) refuse("queue.undo_impossible");
		queue.set(entryId, position);
	}
	for (const entryId of drop) {
		if (!queue.has(entryId) || entries.get(entryId).turnId !== null) refuse("queue.undo_impossible");
		queue.delete(entryId);
	}
	const holders = [...queue.keys()].map((entryId) => entries.get(entryId).memberId);
	for (const { entryId, memberId, position } of restore) {
		const member = members.get(memberId);
		if (entries.has(entryId) || member?.status !== "approved") refuse("queue.undo_impossible");
		holders.push(memberId);
		queue.set(entryId, position);
	}
	const hasAll = (memberId) => holders.filter((id) => id === memberId).length === members.get(memberId).shares;
	if (!restore.every(({ memberId }) => hasAll(memberId))) refuse("queue.undo_impossible");
	if (new Set(queue.values()).size !== queue.size) refuse("queue.undo_impossible");
	emit(decision, {
		kind: "queue.change_undone",
		seq,
		...inverse
	});
}
// circle/circle.ts
function decide(state, command, context) {
	if (state === null && command.kind !== "create_circle") throw new Error("A circle must be created first");
	const draft = draftOf(state ?? (command.kind === "create_circle" ? emptyState(command.mode, command.plan) : state));
	const decision = {
		state: draft,
		events: [],
		...context
	};
	try {
		dispatch(decision, command, state === null);
	} catch (error) {
		if (error instanceof RuleRefusal) return {
			ok: false,
			code: error.code,
			details: error.details
		};
		throw error;
	}
	return {
		ok: true,
		events: decision.events,
		state: draft
	};
}
function dispatch(decision, command, isNew) {
	switch (command.kind) {
		case "create_circle":
			if (!isNew) throw new Error("The circle exists already");
			ensureUsable(command.mode, command.plan);
			return emit(decision, {
				kind: "circle.created",
				mode: command.mode,
				plan: command.plan,
				...countingOf(command)
			});
		case "change_plan":
			if (decision.state.isBroughtIn || decision.state.donationsMade > 0 || decision.state.obligations.size > 0) refuse("plan.frozen");
			ensureUsable(decision.state.mode, command.plan);
			ensureKeepsQueues(decision.state, command.plan);
			ensureKeepsShares(decision.state, command.plan);
			return emit(decision, {
				kind: "circle.plan_changed",
				plan: command.plan
			});
		case "approve_member": return approveMember(decision, command.memberId);
		case "depart_member": return departMember(decision, command);
		case "reinstate_member": return reinstateMember(decision, command.memberId);
		case "generate_pull": return generatePull(decision, command);
		case "serve_again": return serveAgain(decision, command.memberId);
		case "send_receipt": return sendReceipt(decision, command);
		case "reject_receipt": return rejectReceipt(decision, command);
		case "confirm": return confirm$1(decision, command);
		case "expire": return expireDue(decision, command.late === true);
		case "report": return reportDonation(decision, command);
		case "open_case": return openCase(decision, command);
		case "set_report_status": return setReportStatus(decision, command);
		case "resolve_report": return resolveReport(decision, command);
		case "decide_appeal": return decideAppeal(decision, command);
		case "accept_upgrade": return acceptUpgrade(decision, command);
		case "swap_turns": return swapTurns(decision, command);
		case "hand_over": return handOver(decision, command);
		case "begin_rotation": return beginRotation(decision);
		case "take_shares": return takeShares(decision, command);
		case "bring_in": return bringIn(decision, command);
		case "pause_month": return pauseMonth(decision, command);
		case "pay_ahead": return payAhead(decision, command);
		case "apply_draw": return applyDraw(decision, command);
		case "undo": return undo(decision, command);
		default:
			arrangeQueue(decision, command);
			match(decision);
	}
}
function arrangeQueue(decision, command) {
	switch (command.kind) {
		case "place":
			place(decision, command);
			return;
		case "remove": return removeFromQueue(decision, command.entryId);
		case "swap": return swap(decision, getEntry(decision, command.entryId), getEntry(decision, command.otherEntryId));
		case "move_to_end": return moveMemberToEnd(decision, command);
		case "reorder": return reorder(decision, getEntry(decision, command.entryId), command.position);
		case "set_receiver": return setReceiver(decision, getEntry(decision, command.entryId), getEntry(decision, command.nextEntryId));
		case "next_receiver": return nextReceiver(decision, getEntry(decision, command.entryId));
		case "edit_entry": return editEntry(decision, command);
	}
}
function moveMemberToEnd(decision, { memberId, level }) {
	const own = entriesOf(decision, memberId, level);
	if (own.length === 0) refuse("queue.member_not_in_queue");
	for (const { id } of own) moveToEnd(decision, getEntry(decision, id));
}
function removeFromQueue(decision, entryId) {
	const entry = getEntry(decision, entryId);
	remove(decision, entry, "removed");
	oweSettlement(decision, entry.memberId, entry.level);
}
function editEntry(decision, command) {
	const { position, isReceiver } = command;
	if (position !== void 0) moveToFree(decision, getEntry(decision, command.entryId), position);
	const entry = getEntry(decision, command.entryId);
	if (isReceiver === void 0 || isReceiver === entry.isReceiver) return;
	if (isReceiver) giveRole(decision, entry);
	else takeRole(decision, entry, "receiver_replaced");
}
function ensureKeepsQueues({ entries }, plan) {
	for (const { level } of entries.values()) if (level > plan.levels.length) refuse("plan.invalid", { reason: `há pessoas na fila N${level}, que ele não tem. Retire-as antes.` });
}
function ensureUsable(mode, plan) {
	const [fault] = planFaults(plan);
	if (fault !== void 0) refuse("plan.invalid", { reason: fault });
	if (mode === "real" && !isBalanced(plan)) refuse("plan.not_balanced");
}
// circle/own-matter.ts
function whoseMatter(state, command, now, ended) {
	const touched = new Set();
	const behind = new Set();
	const partiesOf = (donationId) => {
		const open = state.donations.get(donationId);
		return open ? [open.donorId, open.receiverId] : ended(donationId);
	};
	for (const id of donationOf$1(state, command).flatMap(partiesOf)) if (id !== null) touched.add(id);
	if ("memberId" in command && command.kind !== "approve_member") touched.add(command.memberId);
	if (command.kind === "hand_over") touched.add(command.newcomerId);
	if (arranges(command)) noteMoved(state, command, now, {
		touched,
		behind
	});
	return new Set([
		...touched,
		...counterpartiesOf(state, touched),
		...behind
	]);
}
function counterpartiesOf(state, memberIds) {
	const others = new Set();
	for (const { donorId, receiverId } of state.donations.values()) {
		if (receiverId === null) continue;
		if (memberIds.has(donorId)) others.add(receiverId);
		if (memberIds.has(receiverId)) others.add(donorId);
	}
	return others;
}
function donationOf$1(state, command) {
	if ("donationId" in command) return [command.donationId];
	if (!("reportId" in command)) return [];
	return [...state.reports.values()].flatMap(({ id, donationId }) => id === command.reportId ? [donationId] : []);
}
function arranges({ kind }) {
	return kind === "depart_member" || isByHand(kind);
}
function noteMoved(state, command, now, { touched, behind }) {
	let ids = 0;
	const decided = decide(state, command, {
		now,
		newId: () => `asked-${ids += 1}`
	});
	if (!decided.ok) return;
	for (const [id, donation] of state.donations) if (decided.state.donations.get(id) !== donation) {
		for (const party of [donation.donorId, donation.receiverId]) if (party !== null) touched.add(party);
	}
	for (const level of levelsOf(state.plan)) noteMovedAt(inOrder$1(state, level), inOrder$1(decided.state, level), {
		touched,
		behind
	});
}
function inOrder$1(state, level) {
	return queueOf({ state }, level).toSorted((a, b) => Number(b.isReceiver) - Number(a.isReceiver));
}
function noteMovedAt(before, after, { touched, behind }) {
	const isSameAhead = comparePrefixes(before, after);
	const left = new Map(before.map((was, index) => [was.id, {
		was,
		index
	}]));
	for (const [index, is] of after.entries()) {
		const stood = left.get(is.id);
		left.delete(is.id);
		if (!stood) touched.add(is.memberId);
		else if (stood.was.position !== is.position || stood.was.isReceiver !== is.isReceiver) touched.add(stood.was.memberId);
		else if (stood.index !== index || !isSameAhead[index]) behind.add(stood.was.memberId);
	}
	for (const { was } of left.values()) touched.add(was.memberId);
}
function comparePrefixes(before, after) {
	const surplus = new Map();
	const note = (place, by) => {
		if (!place) return;
		const count = (surplus.get(place.memberId) ?? 0) + by;
		if (count === 0) surplus.delete(place.memberId);
		else surplus.set(place.memberId, count);
	};
	return after.map((is, index) => {
		const isSame = surplus.size === 0;
		note(before[index], 1);
		note(is, -1);
		return isSame;
	});
}
// circle/ledger/deadlines.ts
var SAID_WITHIN_MS$1 = DAY_MS;
function openDeadlines() {
	const unsaid = new Map();
	const told = new Set();
	let nextAt = Infinity;
	return {
		note({ payload }) {
			if (typeof payload["deadlineAt"] === "number") nextAt = Math.min(nextAt, payload["deadlineAt"]);
		},
		spares(state, now) {
			if (now < nextAt) return false;
			nextAt = Infinity;
			let isSpared = false;
			for (const donation of state.donations.values()) {
				const { id, status, isLate, isUndecided, deadlineAt } = donation;
				if (status !== "PENDING_PAYMENT" || isLate && !isUndecided && takesParts(state)) continue;
				if (isLeftLate(state, donation)) continue;
				nextAt = Math.min(nextAt, deadlineAt);
				if (!isPastDeadline(state, donation, now)) {
					unsaid.delete(id);
					continue;
				}
				const since = unsaid.get(id) ?? now;
				unsaid.set(id, since);
				if (now - since <= SAID_WITHIN_MS$1 || told.has(id)) continue;
				told.add(id);
				isSpared = true;
			}
			return isSpared;
		}
	};
}
// circle/ledger/faults-of.ts
function faultsOf(entries, read) {
	const faults = [];
	for (const entry of entries) {
		const code = read(entry);
		if (code) faults.push({
			code,
			seq: entry.seq
		});
	}
	return faults;
}
var HELPED_ACTS = [
	"send_receipt",
	"reject_receipt",
	"confirm",
	"accept_terms",
	"accept_beginning",
	"object_key"
];
function followsAct(kind, fields) {
	const { command, what } = fields;
	return command?.kind === "serve_again" || kind === "case.words" && what === "reason";
}
function helperIn({ payload }) {
	return payload["via"] === "helper" ? String(payload["helper"]) : null;
}
function openHelpers() {
	const members = new Set();
	const organisers = new Set();
	const devices = new Map();
	const helperOf = new Map();
	const helpedBy = (helperId) => [...helperOf].flatMap(([id, by]) => by === helperId ? [id] : []);
	const whyNot = (memberId, helperId) => {
		if (memberId === helperId) return "oneself";
		if (!members.has(memberId) || !members.has(helperId)) return "not_member";
		if ((devices.get(memberId)?.size ?? 0) > 0) return "has_device";
		if (helperOf.has(memberId)) return "has_helper";
		if (helperOf.has(helperId) || helpedBy(memberId).length > 0) return "is_helper";
		const helped = helpedBy(helperId).length + 1;
		if (helped > 2) return "too_many";
		return organisers.has(helperId) && 2 * helped >= members.size ? "half" : null;
	};
	const name = ({ payload, actor_id: actorId }) => {
		const { memberId, helperId } = payload;
		const why = actorId === helperId ? "oneself" : whyNot(memberId, helperId);
		if (why === null) helperOf.set(memberId, helperId);
		return why && (why === "too_many" || why === "half" ? "helper.too_many" : "helper.named_wrongly");
	};
	const end = ({ payload }) => {
		const { memberId, helperId } = payload;
		if (helperOf.get(memberId) !== helperId) return "helper.unknown";
		helperOf.delete(memberId);
		return null;
	};
	const leave = (memberId) => {
		members.delete(memberId);
		for (const id of [memberId, ...helpedBy(memberId)]) helperOf.delete(id);
	};
	return {
		read(entry) {
			const { kind, payload } = entry;
			const { memberId, keyId } = payload;
			if (kind === "member.approved" || kind === "member.reinstated") members.add(memberId);
			if (kind === "member.suspended" || kind === "member.left") leave(memberId);
			if (kind === "member.key_added") devices.set(memberId, (devices.get(memberId) ?? new Set()).add(keyId));
			if (kind === "member.key_removed") devices.get(memberId)?.delete(keyId);
			if (kind === "administrator.participates") organisers.add(memberId);
			return kind === "helper.named" ? name(entry) : kind === "helper.ended" ? end(entry) : null;
		},
		whyNot,
		helpedBy,
		helperOf: (memberId) => helperOf.get(memberId) ?? null,
		withHelpers: (memberIds) => helperOf.size === 0 ? memberIds : new Set([...memberIds, ...[...memberIds].flatMap((id) => helperOf.get(id) ?? [])])
	};
}
function checkHelpers(entries) {
	const helpers = openHelpers();
	const donors = new Map();
	return faultsOf(entries, (entry) => {
		const debt = debtOf(entry);
		if (debt) donors.set(entry.payload["donationId"], debt.donorId);
		return helpers.read(entry) ?? faultOfHelped(entry, helpers, donors);
	});
}
function faultOfHelped(entry, { helperOf }, donors) {
	const helperId = helperIn(entry);
	if (helperId === null) return null;
	if (entry.actor_id === null || helperOf(entry.actor_id) !== helperId) return "helper.unknown";
	if (followsAct(entry.kind, entry.payload)) return null;
	const act = actOfEntry(entry);
	if (!act || !HELPED_ACTS.includes(act.act)) return "helper.not_theirs";
	const payer = act.act === "confirm" ? donors.get(act.donationId) : void 0;
	if (payer !== void 0 && (payer === helperId || helperOf(payer) === helperId)) return "helper.not_theirs";
	return entry.payload["signature"] === void 0 ? "helper.unsigned" : null;
}
// circle/ledger/removals.ts
function findRemovals(entries, begun) {
	return readOn(entries, begun, openRemovals).result();
}
function openRemovals() {
	const changes = new Map();
	const faults = [];
	const matters = new Map();
	const parties = new Map();
	const approvers = new Set();
	const helpers = openHelpers();
	const deadlines = openDeadlines();
	let hasOrganiser = false;
	let areAllAsked = false;
	let areDeadlinesHeld = false;
	let areHandOversHeld = false;
	let isOver = false;
	const take = (entry, founding) => {
		if (isOver) return;
		const { seq, kind, payload, actor_id: actorId } = entry;
		const { draft } = reader;
		helpers.read(entry);
		if (draft && actorId !== null && (areAllAsked || draft.members.has(actorId) || approvers.size > 0)) {
			const matter = matterOf(draft, helpers, entry, (donationId) => parties.get(donationId) ?? []);
			if (matter) matters.set(seq, matter);
			if (kind === "approval.approved" && draft.members.has(actorId)) approvers.add(actorId);
		}
		hasOrganiser ||= kind === "administrator.participates";
		if (madeBetween.includes(kind)) parties.set(String(payload["donationId"]), [payload["donorId"], payload["receiverId"]]);
		if (kind === "command") takeCommand(entry, founding);
		else if (draft && !isRecordKind(kind)) deadlines.note(entry);
	};
	const takeCommand = (entry, founding) => {
		const { seq, payload, actor_id: actorId } = entry;
		const { command } = payload;
		if (holdsToRules(command)) reader.draft = founding;
		const { draft } = reader;
		areAllAsked ||= holdsToRules(command, 5);
		areDeadlinesHeld ||= holdsToRules(command, 5);
		areHandOversHeld ||= holdsToRules(command, 5);
		if (!draft) return;
		if (areDeadlinesHeld && command?.kind !== "expire" && deadlines.spares(draft, Date.parse(entry.at))) faults.push({
			code: "deadline.spared",
			seq
		});
		if (!command) return;
		if (hasOrganiser && arrangesFirstOrder(draft, command)) faults.push({
			code: "queue.first_by_hand",
			seq
		});
		if (isOwn(entry, command, areAllAsked)) return;
		const change = takesTwoPeople(draft, command);
		if (change && (areHandOversHeld || change !== "hand_over")) changes.set(seq, change);
		const isReturned = actorId === null && change === null;
		if (command.kind === "depart_member" && command.how === "left" && !isReturned) faults.push({
			code: "member.made_to_leave",
			seq
		});
	};
	const reader = {
		draft: null,
		take,
		lose: () => {
			reader.draft = null;
			isOver = true;
		},
		result: () => ({
			changes,
			matters,
			faults
		})
	};
	return reader;
}
var keyRecords = [
	"payment_key.change_asked",
	"member.access_reset",
	"member.email_changed",
	"helper.named"
];
function matterOf(draft, { withHelpers }, entry, ended) {
	const { kind, payload, at, actor_id: actorId } = entry;
	if (keyRecords.includes(kind) && payload["memberId"] !== actorId) {
		const subject = new Set([String(payload["memberId"])]);
		return withHelpers(new Set([...subject, ...counterpartiesOf(draft, subject)]));
	}
	const { command } = payload;
	if (kind !== "command" || !command || !isOfAdministration(command, actorId)) return null;
	return withHelpers(whoseMatter(draft, command, Date.parse(at), ended));
}
function isOwn({ actor_id: actorId }, command, areAllAsked) {
	if (actorId === null) return !(areAllAsked && command.kind === "depart_member");
	return "memberId" in command && command.memberId === actorId;
}
// circle/ledger/approvals.ts
var ALONE_MS$1 = 2592e5 - TOLERANCE_MS;
var PROPOSED_MS$1 = 30 * DAY_MS + TOLERANCE_MS;
var EXPIRES_MS = 30 * DAY_MS - TOLERANCE_MS;
var CLOSING_MS = 14 * DAY_MS - TOLERANCE_MS;
var WAIT_ALWAYS = ["payment_key", CLOSING];
function checkApprovals(entries, sha256, begun) {
	const removals = findRemovals(entries, begun);
	const faults = [...removals.faults];
	const administrators = openAdministrators(sha256);
	const fiscals = openFiscals();
	const proposals = new Map();
	const members = new Set();
	const participating = new Set();
	const removed = new Set();
	const closed = new Set();
	const couldOther = ({ by, change }, now, matter) => {
		const since = now - 2 * TOLERANCE_MS;
		const all = fiscals.standing().filter(({ memberId }) => fiscals.isFiscal(memberId, since));
		const others = change === "add_administrator" ? [] : all.map(({ memberId }) => memberId);
		return isAnyAble([...administrators.seconds(since), ...others], matter, by);
	};
	const isAnyAble = (ids, matter, by = null) => ids.some((id) => id !== by && !closed.has(id) && !matter?.has(id));
	const couldAdministration = (now, matter) => isAnyAble(administrators.seconds(now - 2 * TOLERANCE_MS), matter);
	let executed = null;
	let waited = null;
	let isReal = false;
	let isHeld = false;
	let isAloneHeld = false;
	for (const entry of entries) {
		const { seq, at, actor_id, kind, payload } = entry;
		isHeld ||= payload["via"] !== void 0;
		const { command } = payload;
		if (kind === "command" && command?.kind === "create_circle") isReal = command.mode === "real";
		isAloneHeld ||= holdsToRules(command, 5);
		if (kind === "member.approved") members.add(payload["memberId"]);
		if (kind === "member.suspended" || kind === "member.left") closed.add(payload["memberId"]);
		if (kind === "member.reinstated") closed.delete(payload["memberId"]);
		if (kind === "administrator.participates") participating.add(payload["memberId"]);
		if (kind === "administrator.removed") removed.add(payload["userId"]);
		if (kind === "administrator.added") removed.delete(payload["userId"]);
		if (!isReal) continue;
		for (const fault of [fiscals.read(entry), administrators.read(entry, fiscals.isFiscal)]) if (fault) faults.push({
			code: fault,
			seq
		});
		if (command === void 0 && isEventKind(kind)) continue;
		const now = Date.parse(at);
		const isSigned = payload["signature"] !== void 0;
		const proposal = proposals.get(payload["approvalId"]);
		if (kind === "approval.proposed") {
			const isFiscal = decidedByFiscals.includes(String(payload["change"])) && isSigned && fiscals.isFiscal(actor_id);
			const by = actor_id !== null && (administrators.isActing(actor_id) || isFiscal) ? actor_id : null;
			proposals.set(payload["approvalId"], proposalOf(payload, by, now));
		} else if (kind === "approval.executed") {
			const isFounded = proposal && isReady(proposal, now) && isSame(proposal, payload);
			waited = isFounded && proposal.approvers.length === 0 && !WAIT_ALWAYS.includes(proposal.change) && isAloneHeld ? proposal : null;
			const isAtOnce = waited !== null && isNobodys(waited);
			if (!isFounded || isAtOnce && couldOther(proposal, now)) faults.push({
				code: "approval.unfounded",
				seq
			});
			else if (proposal.change === "add_administrator") administrators.approve({
				actHash: proposal.actHash,
				at: now,
				byOnePerson: proposal.approvers.length === 0
			});
			if (proposal) proposal.isOver = true;
			executed = proposal ?? null;
			if (isAtOnce) waited = null;
			continue;
		} else if (proposal && kind.startsWith("approval.")) {
			const isOther = members.has(actor_id) && !participating.has(actor_id) || removed.has(actor_id);
			const isFiscal = isSigned && fiscals.isFiscal(actor_id);
			const isSecond = actor_id !== null && (isFiscal || !isOther && administrators.isSecond(actor_id, now));
			const mayEnd = isFiscal || !isOther && administrators.mayDecide(actor_id, now);
			if (isAloneHeld && !isEnding(proposal, entry, mayEnd)) faults.push({
				code: "approval.unfounded",
				seq
			});
			note(proposal, {
				kind,
				payload,
				now,
				actor: isSecond ? actor_id : null
			});
		}
		const matter = removals.matters.get(seq);
		const isByFiscal = isFiscals(entry, fiscals.isFiscal);
		if (isByFiscal && !isSigned && executed === null) faults.push({
			code: "fiscal.unsigned",
			seq
		});
		if (isByFiscal && command?.kind === "resolve_report" && couldAdministration(now, matter)) faults.push({
			code: "administrator.unknown",
			seq
		});
		if (matter && actor_id !== null && members.has(actor_id) && !participating.has(actor_id) && !isByFiscal) faults.push({
			code: "administrator.unsaid",
			seq
		});
		if (waited && command && couldOther(waited, now, matter)) faults.push({
			code: "approval.unfounded",
			seq
		});
		if (matter && !isOthersDecision(executed, matter, entry, sha256)) faults.push({
			code: "approval.own_matter",
			seq
		});
		const ending = isAloneHeld && command?.kind === "depart_member" && command.memberId !== actor_id && fiscals.isFiscal(command.memberId) ? "suspend_member" : void 0;
		const act = isHeld ? actOf(kind, payload, sha256, removals.changes.get(seq) ?? ending) : null;
		if (act && !isAllowed(executed, act, actor_id)) faults.push({
			code: "approval.missing",
			seq
		});
		if (act || kind === "command") executed = waited = null;
	}
	return {
		faults,
		administrators: isReal ? { fromSeq: administrators.namedSeq() } : null
	};
}
function proposalOf(payload, by, at) {
	const { change, bodyHash, actHash } = payload;
	return {
		change: String(change),
		by,
		at,
		bodyHash,
		actHash,
		objecting: new Set(),
		approvers: [],
		approvedAt: -Infinity,
		isOver: false
	};
}
function note(proposal, { kind, payload, now, actor }) {
	if (kind === "approval.approved") {
		if (actor === null || actor === proposal.by || payload["bodyHash"] !== proposal.bodyHash) return;
		proposal.approvers.push(actor);
		proposal.approvedAt = now;
	} else if (kind === "approval.objected") proposal.objecting.add(payload["memberId"]);
	else if (kind === "approval.objection_withdrawn") proposal.objecting.delete(payload["memberId"]);
	else proposal.isOver = true;
}
function isEnding({ by, at }, entry, mayEnd) {
	const { kind, actor_id: actorId } = entry;
	if (kind === "approval.rejected") return mayEnd && actorId !== by;
	if (kind === "approval.withdrawn") return by === null || actorId === by;
	return kind !== "approval.expired" || actorId === null && Date.parse(entry.at) - at >= EXPIRES_MS;
}
function isNobodys({ change }) {
	return change === "change_operator" || change === "add_administrator";
}
function isReady({ change, by, at, objecting, approvers, approvedAt, isOver }, now) {
	if (isOver || by === null || now - at > PROPOSED_MS$1) return false;
	if (change === "close_circle") return objecting.size === 0 && now - at >= CLOSING_MS;
	return approvers.length > 0 ? now - approvedAt <= TOLERANCE_MS : objecting.size === 0 && now - at >= ALONE_MS$1;
}
function isSame({ bodyHash, actHash }, payload) {
	return payload["bodyHash"] === bodyHash && payload["actHash"] === actHash;
}
function actOf(kind, payload, sha256, removal) {
	if (kind === "circle.terms_changed" && payload["what"] === "operator") return {
		change: "change_operator",
		hash: null
	};
	const { command } = payload;
	if (kind !== "command" || !command) return null;
	const isDecision = (command.kind === "resolve_report" || command.kind === "decide_appeal") && command.outcome !== "keep";
	const change = removal ?? (isDecision || command.kind === "change_plan" ? command.kind : null);
	return change && {
		change,
		hash: sha256(canonicalJson(command))
	};
}
function isOthersDecision(executed, matter, { kind, payload, actor_id: actorId }, sha256) {
	const { command } = payload;
	const approvers = executed !== null && executed.by === actorId && (kind === "command" ? executed.actHash === sha256(canonicalJson(command)) : executed.change === "payment_key") ? executed.approvers : [];
	if (approvers.some((id) => matter.has(id))) return false;
	return actorId === null || !matter.has(actorId) || approvers.length > 0;
}
function isAllowed(executed, { change, hash }, actorId) {
	return executed !== null && executed.change === change && executed.by === actorId && (hash === null || hash === executed.actHash);
}
// circle/committed-texts.ts
function secretText({ circleId, drawId }, secret) {
	return `ciranda draw secret v1\n${canonicalJson({
		circle_id: circleId,
		draw_id: drawId,
		secret
	})}`;
}
function numberText({ circleId, drawId }, memberId, number) {
	return `ciranda draw number v1\n${canonicalJson({
		circle_id: circleId,
		draw_id: drawId,
		member_id: memberId,
		number
	})}`;
}
function beginningText(circleId, turn, row) {
	const { memberId: member_id, givenCents: given_cents, receivedCents: received_cents } = row;
	return `ciranda beginning v1\n${canonicalJson({
		circle_id: circleId,
		member_id,
		turn,
		given_cents,
		received_cents
	})}`;
}
// circle/ledger/beginnings.ts
function openBeginnings(circleId, sha256) {
	const accepted = new Map();
	return {
		accepted,
		read({ kind, payload }) {
			const { memberId, hash, signature, command } = payload;
			if (kind === "beginning.contested") accepted.delete(memberId);
			if (kind === "beginning.accepted") {
				if (signature === void 0) return "beginning.unsigned";
				accepted.set(memberId, hash);
			}
			if (kind !== "command" || command?.kind !== "bring_in") return null;
			return command.rows.every((row, index) => accepted.get(row.memberId) === sha256(beginningText(circleId, index + 1, row))) ? null : "beginning.unaccepted";
		}
	};
}
// circle/ledger/books-facts.ts
var BooksFault = class extends Error {
	code;
	constructor(code) {
		super(code);
		this.code = code;
	}
};
function owedFacts(payload) {
	return {
		obligationId: textOf(payload, "obligationId"),
		memberId: textOf(payload, "memberId"),
		...amountOf(payload)
	};
}
function donationFacts(payload) {
	return {
		donationId: textOf(payload, "donationId"),
		obligationId: textOf(payload, "obligationId"),
		donorId: textOf(payload, "donorId"),
		receiverId: payload["receiverId"] === null ? null : textOf(payload, "receiverId"),
		turnId: payload["turnId"] === null ? null : textOf(payload, "turnId"),
		...amountOf(payload)
	};
}
function amountOf(payload) {
	const { amountCents, target } = payload;
	if (typeof amountCents !== "number" || !Number.isSafeInteger(amountCents) || amountCents <= 0) throw new BooksFault("books.unreadable");
	if (target !== 1 && target !== 2 && target !== 3 && target !== "administration") throw new BooksFault("books.unreadable");
	return {
		type: textOf(payload, "type"),
		amountCents,
		target
	};
}
function centsOf({ cents }) {
	if (cents === void 0) return null;
	if (typeof cents !== "number" || !Number.isSafeInteger(cents) || cents <= 0) throw new BooksFault("books.unreadable");
	return cents;
}
function broughtFacts(row) {
	const facts = row ?? {};
	const [givenCents, receivedCents] = [facts["givenCents"], facts["receivedCents"]];
	if (!isSum$1(givenCents) || !isSum$1(receivedCents)) throw new BooksFault("books.unreadable");
	return {
		memberId: textOf(facts, "memberId"),
		givenCents,
		receivedCents
	};
}
function isSum$1(value) {
	return Number.isSafeInteger(value) && value >= 0;
}
function textOf(payload, field) {
	const value = payload[field];
	if (typeof value !== "string" || value === "") throw new BooksFault("books.unreadable");
	return value;
}
// circle/ledger/books-debts.ts
function openDebts() {
	const everOwed = new Set();
	const pulls = new Set();
	const outstanding = new Map();
	const aheads = new Map();
	const shares = new Map();
	function take(payload) {
		shares.set(textOf(payload, "memberId"), Number(payload["shares"]));
	}
	function owe(payload) {
		const owed = owedFacts(payload);
		const period = payload["period"];
		if (everOwed.has(owed.obligationId)) throw new BooksFault("books.owed_twice");
		const { share = 1 } = payload;
		const pull = `${String(period)}:${String(owed.target)}:${owed.memberId}:${String(share)}`;
		if (!(Number.isInteger(share) && Number(share) >= 1 && Number(share) <= (shares.get(owed.memberId) ?? 1)) || owed.type === "PULL" && pulls.has(pull)) throw new BooksFault("books.second_pull");
		if (owed.type === "PULL") pulls.add(pull);
		everOwed.add(owed.obligationId);
		if (payload["ahead"] === true) aheads.set(owed.obligationId, pull);
		outstanding.set(owed.obligationId, {
			...owed,
			open: null
		});
	}
	function voidObligation(payload) {
		const facts = owedFacts(payload);
		if (getOwed(outstanding, facts).open !== null) throw new BooksFault("books.not_owed");
		giveBack(facts.obligationId);
		outstanding.delete(facts.obligationId);
	}
	function handOver(memberId, newcomerId) {
		shares.set(newcomerId, shares.get(memberId) ?? 1);
		shares.delete(memberId);
		const now = (pull) => pull.replace(`:${memberId}:`, `:${newcomerId}:`);
		for (const [id, owed] of outstanding) if (owed.memberId === memberId) outstanding.set(id, {
			...owed,
			memberId: newcomerId
		});
		for (const [id, pull] of aheads) aheads.set(id, now(pull));
		for (const pull of [...pulls].filter((one) => now(one) !== one)) if (pulls.delete(pull)) pulls.add(now(pull));
	}
	function giveBack(obligationId) {
		pulls.delete(aheads.get(obligationId) ?? "");
		aheads.delete(obligationId);
	}
	function count(payload) {
		giveBack(textOf(payload, "obligationId"));
		pulls.add(`${textOf(payload, "period")}:${String(payload["level"])}:${textOf(payload, "memberId")}:1`);
	}
	return {
		take,
		owe,
		count,
		voidObligation,
		handOver,
		...paymentsOf(outstanding),
		...waitingIn(outstanding)
	};
}
function getOwed(outstanding, { obligationId, memberId, type, amountCents, target }) {
	const owed = outstanding.get(obligationId);
	if (!owed) throw new BooksFault("books.not_owed");
	if (owed.memberId !== memberId || owed.type !== type || owed.amountCents !== amountCents || owed.target !== target) throw new BooksFault("books.differs");
	return owed;
}
function paymentsOf(outstanding) {
	return {
		getOwed: (facts) => getOwed(outstanding, facts),
		reopen: (obligationId) => {
			outstanding.get(obligationId).open = null;
		},
		settle: (obligationId) => {
			outstanding.delete(obligationId);
		},
		payPart: (obligationId, cents) => {
			const owed = outstanding.get(obligationId);
			outstanding.set(obligationId, {
				...owed,
				amountCents: owed.amountCents - cents
			});
		}
	};
}
function waitingIn(outstanding) {
	return {
		waitingCents: () => {
			let cents = 0;
			for (const { open, amountCents } of outstanding.values()) if (open === null) cents += amountCents;
			return cents;
		},
		waitingOf: (memberId) => [...outstanding].flatMap(([id, { open, amountCents, memberId: by }]) => open === null && by === memberId ? [{
			id,
			amountCents
		}] : [])
	};
}
// circle/ledger/books-donations.ts
function openDonations(debts) {
	const donations = new Map();
	const paused = new Map();
	function make(seq, facts) {
		if (donations.has(facts.donationId)) throw new BooksFault("books.made_twice");
		if (facts.donorId === facts.receiverId) throw new BooksFault("books.to_oneself");
		if (facts.receiverId === null !== (facts.target === "administration")) throw new BooksFault("books.differs");
		const owed = debts.getOwed({
			...facts,
			memberId: facts.donorId
		});
		if (owed.open !== null) throw new BooksFault("books.made_twice");
		owed.open = facts.donationId;
		const pausedUntil = paused.get(facts.obligationId) ?? null;
		donations.set(facts.donationId, {
			...openDonation(seq, facts),
			pausedUntil,
			facts
		});
	}
	function noteDeadline({ donationId, deadlineAt }) {
		const donation = donations.get(String(donationId));
		if (donation && typeof deadlineAt === "number") donation.deadlineAt = deadlineAt;
	}
	function pause({ donationId, obligationId, until }) {
		const donation = donations.get(String(donationId));
		if (typeof until !== "number") throw new BooksFault("books.unreadable");
		paused.set(String(obligationId), until);
		if (donation) donation.pausedUntil = until;
	}
	function report({ donationId, reportId }, isReported) {
		const donation = donations.get(String(donationId));
		if (!donation) return;
		donation.isReported = isReported;
		if (isReported) donation.caseId = String(reportId);
	}
	function handOver(seq, facts) {
		const donation = getOpen(donations, facts.donationId);
		const { donorId, receiverId } = facts;
		getSame(donations, {
			...facts,
			donorId: donation.donorId,
			receiverId: donation.receiverId
		});
		if (donation.status !== "open" || donorId === receiverId) throw new BooksFault("books.differs");
		debts.getOwed({
			...facts,
			memberId: donorId
		});
		donations.set(facts.donationId, {
			...donation,
			donorId,
			receiverId,
			seq,
			facts
		});
	}
	return {
		make,
		noteDeadline,
		handOver,
		...receiptsOf(donations),
		...endsOf(donations, debts),
		pause,
		report,
		...listsOf(donations)
	};
}
function openDonation(seq, { donationId, donorId, receiverId, amountCents }) {
	return {
		donationId,
		donorId,
		receiverId,
		amountCents,
		paidCents: 0,
		status: "open",
		deadlineAt: null,
		isReported: false,
		caseId: null,
		pausedUntil: null,
		sentCents: 0,
		payment: null,
		seq
	};
}
function receiptsOf(donations) {
	function sendReceipt(seq, payload) {
		const donation = getOpen(donations, textOf(payload, "donationId"));
		if (donation.donorId !== payload["donorId"]) throw new BooksFault("books.differs");
		donation.status = "receipt_sent";
		donation.seq = seq;
		takeReceipt(donation, payload);
	}
	function changeReceipt(seq, payload, by, status) {
		const donation = getOpen(donations, textOf(payload, "donationId"));
		if (donation.status !== "receipt_sent") throw new BooksFault("books.no_receipt");
		if (donation[by] !== textOf(payload, by)) throw new BooksFault("books.differs");
		donation.status = status;
		donation.seq = seq;
		if (status === "receipt_sent") takeReceipt(donation, payload);
	}
	return {
		sendReceipt,
		changeReceipt
	};
}
function takeReceipt(donation, payload) {
	donation.sentCents = sentSum(donation, payload);
	donation.payment = typeof payload["payment"] === "string" ? payload["payment"] : null;
}
function sentSum({ amountCents, paidCents }, payload) {
	const cents = centsOf(payload) ?? amountCents;
	if (cents + paidCents > amountCents) throw new BooksFault("books.part_sum");
	return cents;
}
function endsOf(donations, debts) {
	function confirm(seq, facts, cents) {
		const donation = getSame(donations, facts);
		const came = confirmSent(donation, cents);
		if (came + donation.paidCents !== donation.amountCents) throw new BooksFault("books.part_sum");
		donation.status = "confirmed";
		donation.seq = seq;
		debts.settle(facts.obligationId);
		return came;
	}
	function confirmPart(seq, facts, cents) {
		const donation = getSame(donations, facts);
		const came = confirmSent(donation, cents);
		if (came + donation.paidCents >= donation.amountCents) throw new BooksFault("books.part_sum");
		donation.status = "open";
		donation.seq = seq;
		donation.paidCents += came;
		debts.payPart(facts.obligationId, came);
		return came;
	}
	function endUnpaid(seq, facts, status) {
		const donation = getSame(donations, facts);
		donation.status = status;
		donation.seq = seq;
		debts.reopen(facts.obligationId);
	}
	return {
		confirm,
		confirmPart,
		endUnpaid
	};
}
function confirmSent({ status, sentCents, amountCents }, cents) {
	if (status !== "receipt_sent") throw new BooksFault("books.no_receipt");
	if ((cents ?? amountCents) !== sentCents) throw new BooksFault("books.part_sum");
	return sentCents;
}
function getOpen(donations, donationId) {
	const donation = donations.get(donationId);
	if (!donation || donation.status !== "open" && donation.status !== "receipt_sent") throw new BooksFault("books.not_open");
	return donation;
}
function getSame(donations, facts) {
	const donation = getOpen(donations, facts.donationId);
	const made = donation.facts;
	if (![
		"obligationId",
		"donorId",
		"receiverId",
		"turnId",
		"type",
		"amountCents",
		"target"
	].every((field) => made[field] === facts[field])) throw new BooksFault("books.differs");
	return donation;
}
function listsOf(donations) {
	const of = (memberId) => [...donations.values()].filter(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId).map(({ facts: _facts, ...donation }) => donation);
	function openCents() {
		let cents = 0;
		for (const { status, amountCents, paidCents } of donations.values()) if (status === "open" || status === "receipt_sent") cents += amountCents - paidCents;
		return cents;
	}
	return {
		of,
		openCents
	};
}
// circle/ledger/books.ts
function openLedgerBooks() {
	const debts = openDebts();
	const donations = openDonations(debts);
	const sums = openSums();
	let isCreated = false;
	function record(seq, kind, payload) {
		try {
			if (kind === "circle.created" === isCreated) throw new BooksFault("books.no_circle");
			isCreated = true;
			apply(seq, kind, payload);
			donations.noteDeadline(payload);
			return null;
		} catch (error) {
			if (error instanceof BooksFault) return error.code;
			throw error;
		}
	}
	function apply(seq, kind, payload) {
		switch (kind) {
			case "shares.taken": return debts.take(payload);
			case "obligation.owed": return debts.owe(payload);
			case "obligation.void": return debts.voidObligation(payload);
			case "contribution.counted": return debts.count(payload);
			case "donation.matched": return donations.make(seq, donationFacts(payload));
			case "place.handed_over": return debts.handOver(textOf(payload, "memberId"), textOf(payload, "newcomerId"));
			case "donation.handed_over": return donations.handOver(seq, donationFacts(payload));
			case "donation.receipt_sent": return donations.sendReceipt(seq, payload);
			case "donation.receipt_replaced": return donations.changeReceipt(seq, payload, "donorId", "receipt_sent");
			case "donation.receipt_rejected": return donations.changeReceipt(seq, payload, "receiverId", "open");
			case "donation.confirmed": return sums.give(donationFacts(payload), donations.confirm(seq, donationFacts(payload), centsOf(payload)));
			case "donation.part_confirmed": return sums.give(donationFacts(payload), donations.confirmPart(seq, donationFacts(payload), centsOf(payload)));
			case "donation.expired": return donations.endUnpaid(seq, donationFacts(payload), "expired");
			case "donation.cancelled": return donations.endUnpaid(seq, donationFacts(payload), "cancelled");
			case "contribution.paused": return donations.pause(payload);
			case "donation.reported": return donations.report(payload, true);
			case "report.ended": return donations.report(payload, false);
			case "circle.brought_in": return sums.bring(payload);
			case "turn.completed": return sums.holdTurn(payload, "receivedCents");
			case "upgrade.accepted": return sums.holdTurn(payload, "balanceCents");
		}
	}
	const money = () => ({
		...sums.totals(),
		openCents: donations.openCents(),
		waitingCents: debts.waitingCents()
	});
	const own = (memberId) => ({
		...sums.of(memberId),
		donations: donations.of(memberId)
	});
	return {
		record,
		money,
		own,
		waitingOf: debts.waitingOf
	};
}
function openSums() {
	const turns = new Map();
	const given = new Map();
	const received = new Map();
	const before = new Map();
	let administrationCents = 0;
	function give({ donorId, receiverId, turnId }, cents) {
		add(given, donorId, cents);
		if (receiverId === null) administrationCents += cents;
		else add(received, receiverId, cents);
		if (turnId !== null) add(turns, turnId, cents);
	}
	function bring({ places }) {
		const rows = Array.isArray(places) ? places.map(broughtFacts) : [];
		const off = rows.reduce((cents, row) => cents + row.givenCents - row.receivedCents, 0);
		if (rows.length === 0 || off !== 0) throw new BooksFault("books.not_conserved");
		for (const { memberId, givenCents, receivedCents } of rows) {
			add(given, memberId, givenCents);
			add(received, memberId, receivedCents);
			before.set(memberId, {
				givenCents,
				receivedCents
			});
		}
	}
	function holdTurn(payload, field) {
		if (payload[field] !== (turns.get(textOf(payload, "turnId")) ?? 0)) throw new BooksFault("books.turn_sum");
	}
	const totals = () => ({
		givenCents: sum(given.values()),
		receivedCents: sum(received.values()),
		administrationCents
	});
	const of = (memberId) => ({
		givenCents: given.get(memberId) ?? 0,
		receivedCents: received.get(memberId) ?? 0,
		brought: before.get(memberId) ?? null
	});
	return {
		give,
		bring,
		holdTurn,
		totals,
		of
	};
}
function add(totals, id, cents) {
	totals.set(id, (totals.get(id) ?? 0) + cents);
}
function sum(values) {
	let total = 0;
	for (const value of values) total += value;
	return total;
}
// circle/calendar.ts
var CALENDAR_NOTICE_MS = 3 * DAY_MS;
var HOUR_MS = 36e5;
function calendarDueAt({ day, hour }, period) {
	const days = Math.round((periodStart(nextPeriod(period)) - periodStart(period)) / DAY_MS);
	return periodStart(period) + (Math.min(day, days) - 1) * DAY_MS + hour * HOUR_MS;
}
function asksIn(calendar, period) {
	return calendar.setAt <= calendarDueAt(calendar, period) - CALENDAR_NOTICE_MS;
}
// circle/ledger/calendar.ts
function checkCalendar(entries) {
	const faults = [];
	const asked = new Set();
	let calendar = null;
	let isHeld = false;
	for (const { seq, at, actor_id, kind, payload } of entries) {
		isHeld ||= payload["via"] !== void 0;
		if (kind === "circle.calendar_set") calendar = {
			day: Number(payload["day"]),
			hour: Number(payload["hour"]),
			setAt: Date.parse(at)
		};
		if (kind === "circle.calendar_removed") calendar = null;
		const { command } = payload;
		if (!isHeld || kind !== "command" || command?.kind !== "generate_pull" || actor_id !== null) continue;
		const now = Date.parse(at);
		const period = periodOf(now);
		if (asked.has(period) || !isDue(calendar, period, now)) faults.push({
			code: "calendar.unfounded",
			seq
		});
		asked.add(period);
	}
	return faults;
}
function isDue(calendar, period, now) {
	if (!calendar) return false;
	return asksIn(calendar, period) && calendarDueAt(calendar, period) <= now;
}
// circle/ledger/case-records.ts
var OF_PARTIES = ["statement", "appeal"];
var OF_ACTS = new Map([["donation.reported", "reason"], ["case.appealed", "appeal"]]);
function checkWords(entries) {
	const faults = [];
	const parties = new Map();
	const announced = new Map();
	let areHeld = false;
	for (const entry of entries) {
		const { seq, kind, payload, actor_id: actorId } = entry;
		areHeld ||= holdsToRules(payload.command, 5);
		const debt = debtOf(entry);
		if (debt) parties.set(payload["donationId"], [debt.donorId, debt.receiverId]);
		const mark = (what) => `${String(what)} ${String(payload["reportId"])}`;
		if (OF_ACTS.has(kind)) announced.set(mark(OF_ACTS.get(kind)), actorId);
		if (kind === "case.words") {
			const { what } = payload;
			const own = parties.get(payload["donationId"]) ?? [];
			const isStranger = actorId === null || !(own.includes(actorId) || own.includes(null));
			if (OF_PARTIES.includes(String(what)) && isStranger) faults.push({
				code: "words.stranger",
				seq
			});
			else if (areHeld && [...OF_ACTS.values()].includes(what)) {
				if (!announced.has(mark(what)) || announced.get(mark(what)) !== actorId) faults.push({
					code: "words.unsaid",
					seq
				});
				announced.delete(mark(what));
			}
		}
		if (kind !== "queue.reason") continue;
		const change = entries[Number(payload["change"]) - 1];
		if (!(change?.kind === "command" && change.seq < seq && change.actor_id === actorId)) faults.push({
			code: "words.other_change",
			seq
		});
	}
	return faults;
}
// circle/ledger/chain.ts
var PROGRESS_EVERY = 1e3;
function inOrder(given, { headSeq, verifiedUpTo }, found) {
	if (given.every((value, index) => isReadable(value, index, verifiedUpTo) && value.seq === index + 1)) {
		const whole = given;
		nameMissing(whole, headSeq, found);
		return whole;
	}
	const bySeq = new Map();
	given.forEach((value, index) => {
		if (!isReadable(value, index, verifiedUpTo)) found("entry.unreadable", { line: index + 1 });
		else if (bySeq.has(value.seq)) found("entry.repeated", {
			seq: value.seq,
			line: index + 1
		});
		else bySeq.set(value.seq, value);
	});
	const entries = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
	nameMissing(entries, headSeq, found);
	const arrival = [...bySeq.keys()];
	const place = entries.findIndex(({ seq }, index) => arrival[index] !== seq);
	if (place >= 0) found("entry.moved", {
		seq: entries[place].seq,
		line: place + 1
	});
	return entries;
}
function isReadable(value, index, verifiedUpTo) {
	return index < verifiedUpTo && value?.seq === index + 1 || isEntry(value);
}
function nameMissing(entries, headSeq, found) {
	let expected = 1;
	for (const { seq } of entries) {
		if (seq > expected) found("entry.missing", { seq: expected });
		expected = seq + 1;
	}
	if (expected <= headSeq) found("entry.missing", { seq: expected });
}
function verifyChain(circleId, entries, { sha256, onProgress, verifiedUpTo }, found) {
	let before = {
		seq: 0,
		hashes: [GENESIS_HASH]
	};
	entries.forEach((entry, index) => {
		const own = entry.seq <= verifiedUpTo ? entry.hash : sha256(entryText(circleId, entry));
		if (own !== entry.hash) found("entry.altered", { seq: entry.seq });
		else if (entry.seq === before.seq + 1 && !before.hashes.includes(entry.previous_hash)) found("entry.unlinked", { seq: entry.seq });
		before = {
			seq: entry.seq,
			hashes: [entry.hash, own]
		};
		if ((index + 1) % PROGRESS_EVERY === 0) onProgress?.(index + 1, entries.length);
	});
	onProgress?.(entries.length, entries.length);
}
function verifyHead(circleId, entries, head, found) {
	if (!head.isSigned) found("head.unsigned", { seq: head.seq });
	const last = entries.at(-1);
	if (!(head.circle_id === circleId && head.seq === (last?.seq ?? 0) && head.hash === (last?.hash ?? GENESIS_HASH))) found("head.differs", { seq: head.seq });
}
// circle/terms.ts
var TERMS_SETTLE_MS = 3 * DAY_MS;
function termsHashText({ circleId, ...terms }) {
	const { plan, operator, text, administrators, rotation } = terms;
	return `ciranda terms v1\n${canonicalJson({
		circle_id: circleId,
		plan,
		operator,
		text,
		administrators,
		rotation
	})}`;
}
// circle/ledger/terms-in-force.ts
function openTerms() {
	const accepted = new Map();
	let fromSeq = null;
	let plan = null;
	let inForce = null;
	let rotation;
	let isDemonstration = false;
	let hasOrganiser = false;
	let changedAt = -Infinity;
	const hasAccepted = (memberId) => inForce !== null && accepted.get(memberId)?.has(inForce.hash) === true;
	const accept = (memberId, hash, mayAccept) => {
		if (!mayAccept) return "consent.not_own";
		accepted.set(memberId, (accepted.get(memberId) ?? new Set()).add(hash));
		return null;
	};
	return {
		fromSeq: () => fromSeq,
		inForce: () => inForce && plan ? {
			...inForce,
			plan,
			rotation
		} : null,
		hasAccepted,
		lacks: (memberId) => !isDemonstration && inForce !== null && !hasAccepted(memberId),
		areSettling: (now) => hasOrganiser && now < changedAt + TERMS_SETTLE_MS,
		read({ seq, at, kind, payload, actor_id: actorId }) {
			const { memberId, hash } = payload;
			switch (kind) {
				case "circle.created":
					isDemonstration = payload["mode"] === "demonstracao";
					plan = payload["plan"];
					return null;
				case "circle.plan_changed":
					plan = payload["plan"];
					inForce = null;
					return null;
				case "rotation.begun":
					rotation = payload["rotation"];
					inForce = null;
					accepted.clear();
					return null;
				case "administrator.participates":
					hasOrganiser = true;
					return null;
				case "circle.terms_changed":
					fromSeq ??= seq;
					inForce = {
						hash,
						seq
					};
					changedAt = Date.parse(at);
					return null;
				case "terms.accepted": return accept(memberId, hash, actorId === memberId);
				case "terms.carried": return accept(memberId, hash, isDemonstration);
				default: return null;
			}
		}
	};
}
// circle/ledger/consent.ts
function checkConsent(entries, begun) {
	return readOn(entries, begun, openConsent).result();
}
function openConsent() {
	const faults = [];
	const terms = openTerms();
	const { hasAccepted } = terms;
	let mustUnserve = false;
	let mustSettle = false;
	let owing = new Set();
	let unserved = null;
	const isAsked = (id) => hasAccepted(id) || mustSettle && owing.has(id);
	const isBetween = () => mustSettle && reader.draft !== null && awaitsRotation(reader.draft);
	const hold = (seq, asked) => {
		if (asked.command?.kind === "generate_pull") owing = owingBack(reader.draft);
		if (terms.fromSeq() !== null) faults.push(...commandFaults(seq, asked, {
			hasAccepted,
			isAsked,
			isBetween
		}));
		if (leavesServed(asked.command, mustUnserve)) faults.push({
			code: "consent.unequal",
			seq
		});
		mustUnserve ||= holdsToRules(asked.command) || isUnserving(asked.command);
		mustSettle ||= holdsToRules(asked.command, 5);
	};
	const take = (entry, founding) => {
		const { seq, at, kind, payload } = entry;
		const { memberId } = payload;
		if (unserved !== null && !isServing(payload, unserved)) faults.push({
			code: "consent.unserved",
			seq
		});
		unserved = null;
		const amiss = terms.read(entry);
		if (amiss) faults.push({
			code: amiss,
			seq
		});
		switch (kind) {
			case "member.passed_over":
				if (mustSettle && terms.areSettling(Date.parse(at))) faults.push({
					code: "consent.too_soon",
					seq
				});
				break;
			case "terms.accepted":
				if (mustSettle && reader.draft?.members.get(memberId)?.isPassedOver) unserved = memberId;
				break;
			case COMMAND_KIND:
				reader.draft = founding ?? reader.draft;
				hold(seq, payload);
				break;
			case "obligation.owed": if (terms.fromSeq() !== null && payload["type"] === "PULL" && !hasAccepted(memberId) && !owing.has(memberId)) faults.push({
				code: "consent.missing",
				seq
			});
		}
	};
	const reader = {
		draft: null,
		take,
		lose: () => {
			reader.draft = null;
		},
		result: () => ({
			fromSeq: terms.fromSeq(),
			faults,
			inForce: terms.inForce(),
			lacks: (memberId) => reader.draft?.members.get(memberId)?.status === "approved" && terms.lacks(memberId)
		})
	};
	return reader;
}
function checkOwnConsents(entries, { circleId, memberId }, consents, sha256) {
	const entered = entries.filter(({ kind, payload }) => kind === "terms.accepted" && payload.memberId === memberId);
	const own = consents.filter(({ document }) => document.circleId === circleId);
	const named = entries.find(({ kind }) => kind === "circle.administrators_named")?.payload["userIds"];
	const first = new Set(String(named ?? "").split(","));
	const namesThem = ({ administrators }) => {
		const shown = administrators?.filter(({ id, takesPart }) => first.has(id) || !takesPart);
		return shown === void 0 || shown.length === 0 || shown.map(({ id }) => id).join(",") === named;
	};
	const unlisted = entered.filter(({ payload }) => !own.some(({ hash }) => hash === payload["hash"]));
	const amiss = own.flatMap(({ hash, document }) => {
		const entry = entered.find(({ payload }) => payload["hash"] === hash);
		return entry && sha256(termsHashText(document)) === hash && namesThem(document) ? [] : [entry?.seq ?? null];
	});
	return [...unlisted.map(({ seq }) => seq), ...amiss].map((seq) => ({
		code: "own.consent_differs",
		seq
	}));
}
function commandFaults(seq, { command }, { hasAccepted, isAsked, isBetween }) {
	const needs = command?.kind === "accept_upgrade" || command?.kind === "serve_again" || command?.kind === "pay_ahead";
	if (command?.kind === "hand_over" && !hasAccepted(command.newcomerId)) return [{
		code: "consent.missing",
		seq
	}];
	if (needs && !hasAccepted(command.memberId)) return [{
		code: "consent.missing",
		seq
	}];
	if (command?.kind !== "generate_pull") return [];
	if (isBetween()) return [{
		code: "consent.missing",
		seq
	}];
	return (Array.isArray(command.withoutConsent) ? command.withoutConsent : []).some(isAsked) ? [{
		code: "consent.passed_over",
		seq
	}] : [];
}
function isServing({ command }, memberId) {
	const asked = command;
	return asked?.kind === "serve_again" && asked.memberId === memberId;
}
function owingBack(draft) {
	return new Set([...draft?.members.keys() ?? []].filter((id) => owesBack(draft, id)));
}
function isUnserving(command) {
	return command?.kind === "generate_pull" && command.unserved === true;
}
function leavesServed(command, mustUnserve) {
	return mustUnserve && command?.kind === "generate_pull" && !isUnserving(command);
}
// circle/ledger/orders.ts
function orderText(circleId, orderId, memberIds) {
	return `ciranda order v1\n${canonicalJson({
		circle_id: circleId,
		order_id: orderId,
		member_ids: memberIds
	})}`;
}
function isAmong({ memberIds }, approved) {
	return isSameJson(memberIds.toSorted(), [...approved].toSorted());
}
function hasEverybody({ memberIds, accepted }) {
	return memberIds.every((id) => accepted.has(id));
}
function openOrders(circleId, sha256) {
	const known = new Set();
	let order = null;
	const propose = ({ orderId, memberIds: ids, hash }) => {
		const memberIds = ids.split(",");
		const isNew = !known.has(orderId) && order?.ended !== null;
		known.add(orderId);
		if (!isNew || sha256(orderText(circleId, orderId, memberIds)) !== hash) return "order.proposed_wrongly";
		order = {
			orderId,
			hash,
			memberIds,
			accepted: new Set(),
			ended: null
		};
		return null;
	};
	const accept = ({ orderId, memberId, hash, signature, via }) => {
		if (!(order?.ended === null && order.orderId === orderId && order.hash === hash) || !order.memberIds.includes(memberId) || signature === void 0 || via === "helper") return "order.accepted_wrongly";
		order.accepted.add(memberId);
		return null;
	};
	const end = ({ orderId }, how) => {
		if (order?.orderId !== orderId || order?.ended !== null) return "order.ended_wrongly";
		order.ended = how;
		return null;
	};
	return {
		read({ kind, payload }) {
			const fields = payload;
			if (kind === "order.proposed") return propose(fields);
			if (kind === "order.accepted") return accept(fields);
			if (kind === "order.withdrawn") return end(fields, "withdrawn");
			if (kind === "order.lapsed") return end(fields, "lapsed");
			if (kind === "queue.drawn" && fields["drawId"] === order?.orderId) end({ orderId: order.orderId }, "applied");
			return null;
		},
		newest: () => order,
		knows: (orderId) => known.has(orderId),
		isAccepted: (orderId, memberIds, approved) => order?.ended === null && order.orderId === orderId && isSameJson(order.memberIds, memberIds) && isAmong(order, approved) && hasEverybody(order)
	};
}
// circle/ledger/roll.ts
var ASKING = [
	"obligation.owed",
	"donation.matched",
	"circle.brought_in"
];
function openRoll() {
	const approved = new Set();
	const shares = new Map();
	let hasBegun = false;
	let isStale = false;
	return {
		tickets: () => [...approved].toSorted().flatMap((id) => Array.from({ length: shares.get(id) ?? 1 }, () => id)),
		hasBegun: () => hasBegun,
		isStale: () => isStale,
		read({ kind, payload }) {
			if (kind === "member.approved" || kind === "member.reinstated") approved.add(String(payload["memberId"]));
			if (kind === "member.suspended" || kind === "member.left") {
				approved.delete(String(payload["memberId"]));
				shares.delete(String(payload["memberId"]));
			}
			if (kind === "shares.taken") shares.set(String(payload["memberId"]), Number(payload["shares"]));
			if (kind === "place.handed_over") shares.set(String(payload["newcomerId"]), shares.get(String(payload["memberId"])) ?? 1);
			if (ASKING.includes(kind)) hasBegun = isStale = true;
			if (kind === "order.proposed") isStale = false;
			if (kind === "rotation.begun") hasBegun = false;
		}
	};
}
// circle/ledger/draws.ts
var BORDER_MS = 6e4;
var LAPSE_WITHIN_MS = 864e5;
function checkDraws(circleId, entries, sha256) {
	const faults = [];
	const needsEveryNumber = holdsToRules((entries[0]?.payload)?.command);
	const roll = openRoll();
	const draws = openDraws({
		circleId,
		sha256,
		needsEveryNumber
	}, roll);
	const orders = openOrders(circleId, sha256);
	for (const entry of entries) {
		const { seq, kind } = entry;
		const fault = (code) => {
			if (code) faults.push({
				code,
				seq
			});
		};
		fault(draws.endBefore(entry));
		roll.read(entry);
		if (kind.startsWith("draw.")) fault(draws.read(entry));
		const isCalledOff = kind === "order.lapsed" && !roll.hasBegun() && isAmong(orders.newest() ?? { memberIds: [] }, roll.tickets());
		fault(orders.read(entry) ?? (isCalledOff ? "order.ended_wrongly" : null));
		const applied = appliedBy(entry);
		if (applied && orders.knows(applied.drawId)) {
			const { drawId, memberIds } = applied;
			fault(!draws.isRunning() && !roll.isStale() && orders.isAccepted(drawId, memberIds, roll.tickets()) ? null : "order.unaccepted");
		} else if (applied) fault(draws.apply(applied));
	}
	return faults;
}
function appliedBy({ kind, payload }) {
	if (kind !== "command") return null;
	const { command } = payload;
	return command?.kind === "apply_draw" ? command : null;
}
function openDraws(rule, roll) {
	const known = new Set();
	let draw = null;
	let wentOnAt = null;
	const begin = ({ at, fields }) => {
		const begun = begunBy(fields);
		const { drawId, memberIds, joinUntil, openUntil } = begun;
		const isFirst = !draw && !roll.hasBegun() && !known.has(drawId);
		known.add(drawId);
		draw = begun;
		wentOnAt = null;
		return isFirst && at < joinUntil && joinUntil < openUntil && isSameJson(memberIds, roll.tickets()) ? null : "draw.begun_wrongly";
	};
	const end = (fault) => {
		draw = null;
		return fault;
	};
	return {
		isRunning: () => draw !== null,
		endBefore(entry) {
			if (!draw || entry.kind === "draw.lapsed") return null;
			const at = Date.parse(entry.at);
			if (at > lastMoment(draw)) wentOnAt ??= at;
			return wentOnAt !== null && at - wentOnAt > LAPSE_WITHIN_MS || draw.order && !appliedBy(entry) ? end("draw.unfinished") : null;
		},
		read(entry) {
			const said = {
				at: Date.parse(entry.at),
				fields: entry.payload
			};
			if (entry.kind === "draw.begun") return begin(said);
			if (!draw || said.fields["drawId"] !== draw.drawId) return "draw.begun_wrongly";
			if (entry.kind === "draw.lapsed") return end(mayLapse(draw, said.at, roll.hasBegun()) ? null : "draw.unfinished");
			if (draw.order) return "draw.unfinished";
			if (entry.kind === "draw.joined") return join(draw, said);
			return entry.kind === "draw.opened" ? open(rule, draw, said) : reveal(rule, draw, said);
		},
		apply({ drawId, memberIds }) {
			const isOfDraw = draw?.drawId === drawId && isSameJson(draw.order, memberIds);
			return end(isOfDraw ? null : "draw.order_differs");
		}
	};
}
function begunBy(fields) {
	const { drawId, commitment } = fields;
	const memberIds = String(fields["memberIds"]).split(",");
	const [joinUntil, openUntil] = [Date.parse(fields["joinUntil"]), Date.parse(fields["openUntil"])];
	const [commitments, numbers] = [new Map(), new Map()];
	return {
		drawId,
		commitment,
		memberIds,
		joinUntil,
		openUntil,
		commitments,
		numbers,
		order: null
	};
}
function haveAllJoined({ commitments, memberIds }) {
	return commitments.size === new Set(memberIds).size;
}
function mayLapse({ order, numbers, commitments, openUntil }, at, hasBegun) {
	const from = numbers.size < commitments.size ? openUntil : openUntil + REVEAL_WITHIN_MS;
	return order === null && (hasBegun || at >= from - BORDER_MS);
}
function join(draw, { at, fields }) {
	const memberId = fields["memberId"];
	if (!draw.memberIds.includes(memberId)) return "draw.stranger";
	if (at > draw.joinUntil + BORDER_MS || draw.numbers.size > 0 || haveAllJoined(draw)) return "draw.out_of_time";
	draw.commitments.set(memberId, fields["commitment"]);
	return null;
}
function open({ circleId, sha256 }, draw, { at, fields }) {
	const { drawId, commitments, numbers } = draw;
	const memberId = fields["memberId"];
	const commitment = commitments.get(memberId);
	if (commitment === void 0 || numbers.has(memberId)) return "draw.stranger";
	if (!(at >= draw.joinUntil - BORDER_MS || haveAllJoined(draw)) || at > draw.openUntil + BORDER_MS) return "draw.out_of_time";
	const number = fields["number"];
	if (sha256(numberText({
		circleId,
		drawId
	}, memberId, number)) !== commitment) return "draw.number_differs";
	numbers.set(memberId, number);
	return null;
}
function reveal({ circleId, sha256, needsEveryNumber }, draw, { at, fields }) {
	const { drawId, memberIds, numbers } = draw;
	const counts = {
		joined: draw.commitments.size,
		opened: numbers.size
	};
	const phases = [-6e4, BORDER_MS].map((border) => drawPhase({
		...draw,
		...counts
	}, at + border));
	const secret = fields["secret"];
	draw.order = drawOrder({
		circleId,
		drawId
	}, {
		memberIds,
		secret,
		numbers
	}, sha256);
	if (!phases.includes("due") && !phases.includes("stopped")) return "draw.out_of_time";
	if (needsEveryNumber && counts.opened < counts.joined) return "draw.number_left_out";
	return sha256(secretText({
		circleId,
		drawId
	}, secret)) === draw.commitment ? null : "draw.secret_differs";
}
function lastMoment({ openUntil }) {
	return openUntil + REVEAL_WITHIN_MS;
}
// circle/ledger/founding.ts
var LEAST = {
	rules: 5,
	from: Date.UTC(2026, 11, 1)
};
var isOfRealCircle = (entries) => entries.some(({ kind, payload }) => kind === "circle.created" && payload["mode"] === "real");
function readFounding(entries) {
	const entry = entries.find(({ kind }) => kind === COMMAND_KIND);
	const { command } = entry?.payload ?? {};
	if (!entry || command?.kind !== "create_circle" || command.mode !== "real") return {
		rules: null,
		faults: []
	};
	const { seq, at } = entry;
	const { rules = 1 } = command;
	if (!(rules >= LEAST.rules) && Date.parse(at) >= LEAST.from) return {
		rules,
		faults: [{
			code: "founding.older",
			seq
		}]
	};
	return {
		rules,
		faults: rules > 5 ? [{
			code: "founding.newer",
			seq
		}] : []
	};
}
// circle/ledger/kept.ts
function verifyKept(circleId, entries, head, kept, found) {
	const at = (seq) => entries[seq - 1]?.seq === seq ? entries[seq - 1] : entries.find((one) => one.seq === seq);
	const last = entries.at(-1)?.seq ?? 0;
	for (const { isSigned, circle_id, seq, hash, key } of [...kept].sort((a, b) => a.seq - b.seq)) if (!isSigned) found("kept.unsigned", { seq });
	else if (circle_id !== circleId) found("kept.other_circle", { seq });
	else if (seq > last) found("kept.cut", { seq });
	else if (seq > 0 && at(seq)?.hash !== hash) found("kept.rewritten", { seq });
	else if (key !== head.key) found("kept.other_key", { seq });
}
function verifyCheckpoints(circleId, entries, { kept, sha256, block }, found) {
	const hasRoot = ({ size, root }, known) => areEqual(checkpointOf(sha256, circleId, entries, size, known).root, root);
	for (const checkpoint of [...kept].sort((a, b) => a.size - b.size)) {
		const { isSigned, origin, size } = checkpoint;
		if (origin !== originOf(circleId)) found("checkpoint.other_circle", { seq: size });
		else if (!isSigned) found("checkpoint.unsigned", { seq: size });
		else if (size > entries.length) found("checkpoint.cut", { seq: size });
		else if (!(block && hasRoot(checkpoint, block)) && !hasRoot(checkpoint)) found("checkpoint.rewritten", { seq: size });
	}
}
// circle/ledger/in-whose-name.ts
function unsignedActs(entries, memberId, { since, done = [] }) {
	if (!isHeld(entries)) return [];
	const left = [...done];
	return entries.flatMap((entry) => {
		const act = entry.seq > since && entry.actor_id === memberId ? unsignedIn(entry) : null;
		if (!act || shapeOf(act.act).isDemanded) return [];
		const at = left.findIndex((one) => one.act === act.act && one.about === act.donationId);
		if (at >= 0) left.splice(at, 1);
		return at >= 0 ? [] : [{
			seq: entry.seq,
			id: entry.hash
		}];
	});
}
var RELIED_ON = [
	"object",
	"appeal",
	"report",
	"say",
	"end_swap",
	"end_substitute",
	"contest_beginning"
];
function swallowedActs(entries, memberId, done = []) {
	const own = entries.flatMap((entry) => entry.actor_id === memberId ? actOfEntry(entry) ?? [] : []);
	return done.filter(({ act, about, doneAt }) => doneAt !== void 0 && RELIED_ON.includes(act) && !own.some((entered) => entered.act === act && entered.donationId === about));
}
var isHeld = (entries) => (readFounding(entries).rules ?? 0) >= 5;
function unsignedIn(entry) {
	const { signature, via } = entry.payload;
	if (signature !== void 0 || via === "seed" || helperIn(entry) !== null) return null;
	const act = actOfEntry(entry);
	return act && !DECISIONS.includes(act.act) ? act : null;
}
function doneToHelped(entries, helperId, since) {
	if (!isHeld(entries)) return [];
	const helpers = openHelpers();
	const keys = openKeyChanges();
	const found = [];
	for (const entry of entries) {
		const { seq, kind, payload, hash } = entry;
		const isWatched = seq > since && helpers.helperOf(String(payload["memberId"])) === helperId;
		if (isWatched && (kind === "member.key_added" || kind === "helper.ended" && entry.actor_id !== helperId)) found.push({
			seq,
			id: hash
		});
		keys.read(entry, isWatched);
		if (seq > since && entry.actor_id !== null && helpers.helperOf(entry.actor_id) === helperId && unsignedIn(entry)) found.push({
			seq,
			id: hash
		});
		helpers.read(entry);
	}
	return [...found, ...keys.found()].sort((one, other) => one.seq - other.seq);
}
function openKeyChanges() {
	const [asked, held] = [new Map(), new Map()];
	return {
		read({ seq, kind, payload }, isAsked) {
			if (!kind.startsWith("payment_key.")) return;
			const commitment = String(payload["commitment"]);
			if (kind !== "payment_key.confirmed") asked.delete(commitment);
			if (kind === "payment_key.change_asked" && isAsked) asked.set(commitment, seq);
			if (kind === "payment_key.committed" && isAsked) held.set(commitment, seq);
		},
		found: () => [...new Map([...asked, ...held])].map(([id, seq]) => ({
			seq,
			id
		}))
	};
}
// circle/ledger/journal.ts
function checkJournal({ circleId, key, entries }, signatures, journal, sha256) {
	const faults = [];
	const found = (code, seq = null, id = null) => faults.push({
		code,
		seq,
		id
	});
	if (journal.circleId !== circleId) found("journal.other_circle");
	if (faults.length > 0) return faults;
	if (journal.logKey !== key) found("journal.other_key");
	for (const { code, seq, id } of askedIn(entries, signatures, journal)) found(code, seq, id);
	const entered = new Map();
	const done = new Map(journal.acts.map((act) => [act.count, act]));
	for (const entry of entries) {
		const signature = signatureIn(entry);
		if (signature?.key !== journal.own || signature.count === void 0 || !actOfEntry(entry)) continue;
		entered.set(signature.count, entry);
		if (done.get(signature.count)?.sig !== signature.sig) found("journal.not_mine", entry.seq);
	}
	for (const act of journal.acts) {
		const entry = entered.get(act.count);
		if (act.state === "refused" && entry) found("journal.refused_done", entry.seq);
		if (act.state === "answered" && !isThere(act, entry)) found("journal.swallowed", act.receipt?.seq ?? null, act.at);
	}
	for (const { doneAt } of swallowedActs(entries, journal.memberId, journal.unsigned)) found("journal.swallowed", null, doneAt);
	if (lacksRecognised(entries, journal)) found("journal.key_lost");
	if (!signatures.keysOf(journal.memberId).some(({ keyId }) => keyId === journal.own) && !journal.isNew) found("journal.device_lost");
	for (const past of journal.past ?? []) {
		const did = entries.filter((entry) => signatureIn(entry)?.key === past.key && actOfEntry(entry));
		if (digestOf(sha256, did.map(signatureIn), past) !== past.digest) found("journal.past_differs", did.at(-1)?.seq ?? null, past.key);
	}
	return faults;
}
function askedIn(entries, signatures, journal) {
	const { memberId, since, unsigned: done } = journal;
	const known = new Set([
		journal.own,
		...journal.known,
		...journal.recognised ?? []
	]);
	const devicesSince = journal.knowsFirst ? 0 : since;
	const devices = signatures.keysOf(memberId).filter(({ addedSeq }) => addedSeq > devicesSince);
	const helpers = entries.filter(({ seq, kind, payload }) => kind === "helper.named" && payload["memberId"] === memberId && seq > since);
	const all = {
		"journal.unknown_device": devices.map(({ keyId: id, addedSeq: seq }) => ({
			seq,
			id
		})),
		"journal.unknown_key": keysSince(entries, journal),
		"journal.helped": helpers.map(({ seq, payload }) => ({
			seq,
			id: String(payload["helperId"])
		})),
		"journal.unsigned": unsignedActs(entries, memberId, {
			since,
			done
		}),
		"journal.helped_person": doneToHelped(entries, memberId, since)
	};
	return Object.entries(all).flatMap(([code, asked]) => asked.flatMap((one) => known.has(one.id) ? [] : [{
		...one,
		code
	}]));
}
function keysSince(entries, { memberId, since, knowsFirst }) {
	const keys = openKeyChanges();
	let isFirst = true;
	for (const entry of entries) {
		if (entry.payload["memberId"] !== memberId) continue;
		const isHeld = entry.kind === "payment_key.committed";
		keys.read(entry, entry.seq > since || isHeld && isFirst && knowsFirst === true);
		if (isHeld) isFirst = false;
	}
	return keys.found();
}
function lacksRecognised(entries, { recognised = [], recognisedBefore }) {
	const missing = new Set(recognisedBefore ?? recognised);
	if (missing.size > 0) for (const { hash, payload } of entries) for (const id of [hash, payload["commitment"]]) missing.delete(String(id));
	return missing.size > 0;
}
function digestOf(sha256, acts, { from, until, unsure }) {
	return sha256(acts.flatMap((act) => act?.count !== void 0 && act.count > from && act.count <= until && !unsure.includes(act.count) ? [`${act.count} ${act.sig}`] : []).join("\n"));
}
function isThere({ sig, receipt }, entry) {
	return entry !== void 0 && signatureIn(entry).sig === sig && (receipt === null || receipt.hash === entry.hash);
}
var states = [
	"sent",
	"answered",
	"refused"
];
function isJournal(value) {
	const journal = value ?? {};
	const { circleId, logKey, memberId, since, own, known, acts, past = [], recognised = [], knowsFirst = true } = journal;
	const { unsigned = [] } = journal;
	return [
		circleId,
		logKey,
		memberId,
		own
	].every(isText$2) && Number.isSafeInteger(since) && Array.isArray(known) && known.every(isText$2) && Array.isArray(acts) && acts.every(isJournalAct) && Array.isArray(past) && past.every(isPast) && Array.isArray(recognised) && recognised.every(isText$2) && Array.isArray(unsigned) && unsigned.every((one) => isText$2((one ?? {}).act)) && knowsFirst === true;
}
function isPast(value) {
	const { key, from, until, digest, unsure } = value ?? {};
	return [key, digest].every(isText$2) && [from, until].every(Number.isSafeInteger) && Array.isArray(unsure) && unsure.every(Number.isSafeInteger);
}
function isJournalAct(value) {
	const { act, at, key, count, text, sig, state, receipt } = value ?? {};
	const { seq, hash, signature } = receipt ?? {};
	const isReceipt = receipt === null || Number.isSafeInteger(seq) && isText$2(hash) && isText$2(signature);
	return [
		act,
		at,
		key,
		text,
		sig
	].every(isText$2) && Number.isSafeInteger(count) && states.includes(String(state)) && isReceipt;
}
var isText$2 = (value) => typeof value === "string";
// circle/ledger/times.ts
var APART_MS$1 = 6e5;
var OTHERS_APART_MS = 936e5;
function verifyTimes(entries, { circleId, head, isFresh, kept = [], checkpoints, now }, found) {
	const isReal = isOfRealCircle(entries);
	const moved = entries.find(({ kind }) => kind === "circle.clock_moved");
	if (moved && isReal) found("time.moved_by_hand", { seq: moved.seq });
	const isExcused = moved !== void 0 && !isReal;
	const heldTo = isExcused ? moved.seq - 1 : entries.length;
	const wrong = new Set();
	for (const { seq, at, from = at, apart } of moments(entries, circleId, kept, checkpoints?.kept ?? [])) {
		if (seq > heldTo) continue;
		const [last, next] = [entries[seq - 1], entries[seq]];
		if (last && Date.parse(last.at) > at + apart) wrong.add(last.seq);
		if (next && next.seq <= heldTo && Date.parse(next.at) < from - apart) wrong.add(next.seq);
	}
	for (const seq of [...wrong].sort((a, b) => a - b)) found("time.dated_back", { seq });
	if (!(!isFresh || !isReal || now === void 0 || !head || Date.parse(head.at) >= now - OTHERS_APART_MS)) found("time.stale", { seq: head.seq });
	const last = entries.at(-1);
	if (isExcused || now === void 0 || !last) return;
	if (Date.parse(last.at) > now + OTHERS_APART_MS) found("time.ahead", { seq: last.seq });
}
function moments(entries, circleId, heads, checkpoints) {
	const isItsOwn = ({ circle_id, isSigned, seq, hash }) => isSigned && circle_id === circleId && (seq === 0 || entries[seq - 1]?.hash === hash);
	const seen = checkpoints.filter(({ isSigned, origin }) => isSigned && origin === originOf(circleId));
	return [...heads.filter(isItsOwn).map(({ seq, keptAt = Infinity, ...head }) => {
		const at = Date.parse(head.at);
		return {
			seq,
			at,
			from: Math.min(at, keptAt),
			apart: APART_MS$1
		};
	}), ...seen.flatMap(({ size, seenAt = [] }) => seenAt.map((at) => ({
		seq: size,
		at,
		apart: OTHERS_APART_MS
	})))];
}
// circle/case-words.ts
function spokenText({ salt, about, text, more, picture }) {
	return `ciranda words v1\n${canonicalJson({
		salt,
		about,
		text,
		more,
		picture
	})}`;
}
function rejectionNote(attempt) {
	return `Aberto pela ${attempt}ª recusa de comprovante desta doação.`;
}
function spokenMore(more) {
	const attempt = /^Aberto pela (\d+)ª/.exec(more ?? "")?.[1];
	return attempt !== void 0 && rejectionNote(Number(attempt)) === more ? null : more;
}
function caseWordsText(salt, words) {
	const { circleId, reportId, wordsId, what, text, more, of, until, picture } = words;
	return `ciranda case v1\n${canonicalJson({
		salt,
		circle_id: circleId,
		report_id: reportId,
		words_id: wordsId,
		what,
		text,
		more,
		of,
		until,
		picture
	})}`;
}
function holdWords(entries, { seq, salt, pictureSent, ...words }, sha256) {
	const place = entries.findIndex((entry) => entry.seq === seq);
	const entry = entries[place];
	const { reportId, wordsId, hash, donationId } = entry?.payload ?? {};
	if (!(entry?.kind === "case.words" && reportId === words.reportId && wordsId === words.wordsId) || hash !== sha256(caseWordsText(salt, words))) return "differs";
	const image = spokenIn(entries.slice(Math.max(0, place - 20), place + 1));
	if (image === null) return "kept";
	return image === sha256(spokenText({
		salt,
		about: words.what === "reason" ? String(donationId) : words.reportId,
		text: words.text,
		more: spokenMore(words.more),
		picture: pictureSent
	})) ? "signed" : "differs";
}
function spokenIn(entries) {
	const words = entries.at(-1);
	const said = entries.findLast((entry) => {
		const act = entry.actor_id === words.actor_id ? actOfEntry(entry)?.act : void 0;
		return act !== void 0 && (act === "say" || shapeOf(act).hasWords);
	});
	return (said === words || ["reason", "appeal"].includes(String(words.payload["what"]))) && (said?.payload["signature"])?.image || null;
}
// circle/simulation/still-ahead.ts
function stillAhead(state, memberId, foreseen) {
	const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId);
	if (own.length === 0) return null;
	const { required, donationCents } = levelPlan(state.plan, 1);
	const whole = required * donationCents * own.length;
	const { given, received, givenBefore } = state.members.get(memberId);
	const before = isCounted(state) ? givenBefore : 0;
	const begun = Math.max(contributionsAsked(state, memberId) * donationCents, received[1] - before);
	const cents = before + whole * Math.max(1, Math.ceil(begun / whole));
	const turns = (foreseen?.places ?? []).flatMap(({ entry, had, turns: [turn] }) => {
		if (entry.memberId !== memberId || had || !turn?.begins) return [];
		return [turn.running ? foreseen.periods[0] : turn.begins];
	});
	return {
		giveCents: cents - given[1],
		receiveCents: cents - received[1],
		turns
	};
}
// circle/ledger/known-entries.ts
var NONE = {
	count: 0,
	state: null
};
function knownEntries(entries, upTo) {
	const known = entries.slice(0, countKnown(entries, upTo));
	const state = known.length === 0 ? null : stateAfter(known);
	return state === null ? NONE : {
		count: known.length,
		state
	};
}
function countKnown(entries, upTo) {
	let count = entries.findLastIndex(({ seq }) => seq <= upTo) + 1;
	while (count > 0 && count < entries.length && isEventKind(entries[count].kind)) count -= 1;
	const boundary = entries[count - 1]?.seq ?? 0;
	return entries.slice(count).some((entry) => undoesBefore(entry, boundary)) ? 0 : count;
}
function stateAfter(entries, known = NONE) {
	const begins = known.state !== null && known.count <= entries.length;
	let draft = begins ? draftOf(known.state) : null;
	for (const entry of begins ? entries.slice(known.count) : entries) {
		if (!isEventKind(entry.kind)) continue;
		if (draft === null) draft = begun(entry);
		else if (!follows(draft, entry)) return null;
	}
	return draft;
}
function undoesBefore({ kind, payload }, boundary) {
	const { command } = payload;
	return kind === "command" && command?.kind === "undo" && command.seq <= boundary;
}
function begun({ kind, payload, at }) {
	return draftOf(evolve(null, {
		...payload,
		kind
	}, Date.parse(at)));
}
// circle/ledger/shown-state.ts
var NO_PLACES = {
	periods: [],
	places: []
};
var APART_MS = 936e5;
function statesOf(entries, known) {
	const followed = new Map();
	return (seq) => {
		if (!followed.has(seq)) {
			const before = entries.filter((entry) => entry.seq <= seq);
			followed.set(seq, before.length === seq ? stateAfter(before, known ?? void 0) : null);
		}
		return followed.get(seq) ?? null;
	};
}
function isResultOf(stateAt, memberId, { seq, told }, retell) {
	const state = stateAt(seq);
	if (state === null) return false;
	const expected = retell(state, memberId);
	return Object.keys(expected).every((name) => isSameJson(told[name], expected[name]));
}
function areTurnsOf({ entries, stateAt }, memberId, shown, foresee) {
	if (!isOfRealCircle(entries)) return true;
	const state = stateAt(shown.seq);
	if (state === null || Math.abs(shown.at - shown.receivedAt) > APART_MS) return false;
	if (shown.isAsked !== void 0 && shown.isAsked === nextPull(state.pulledPeriod, shown.at).isDue) return false;
	if (!mayWait(state, shown.waits)) return false;
	const before = entries.filter(({ seq }) => seq <= shown.seq);
	const { places } = before.some(({ kind }) => kind === "circle.closed") ? NO_PLACES : foresee(state, {
		now: shown.at,
		calendar: calendarOf(before)
	});
	const expected = places.map(({ entry, had, turns }) => ({
		level: entry.level,
		position: entry.position,
		receiver: entry.isReceiver,
		own: entry.memberId === memberId,
		had,
		turns: shown.waits ? [] : turns
	}));
	return isSameJson(shown.places.map(({ level, position, receiver, own, had, turns }) => ({
		level,
		position,
		receiver,
		own,
		had,
		turns: turns.map(({ begins, ends, running }) => ({
			begins,
			ends,
			running
		}))
	})), expected);
}
function isAheadOf({ entries, stateAt }, memberId, { seq, at, receivedAt, places, still }, foresee) {
	const state = stateAt(seq);
	if (state === null || Math.abs(at - receivedAt) > APART_MS) return false;
	const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId);
	const isWaiting = still?.turns.length === 0 && !everAsked(state);
	const calendar = calendarOf(entries.filter((entry) => entry.seq <= seq));
	const expected = stillAhead(state, memberId, isWaiting ? null : foresee(state, {
		now: at,
		calendar
	}));
	return own.length === places && isSameJson(still, expected);
}
function mayWait(state, waits) {
	if (everAsked(state)) return waits === null;
	const misfit = sharesMisfit(state);
	if (waits === null) return misfit === null;
	if ("people" in waits) return waits.places === state.entries.size && waits.people !== waits.places;
	return isSameJson({ ...waits }, misfit && {
		most: misfit.most,
		places: misfit.places,
		months: misfit.monthsMax
	});
}
function calendarOf(entries) {
	const last = entries.findLast(({ kind }) => kind === "circle.calendar_set" || kind === "circle.calendar_removed");
	if (last?.kind !== "circle.calendar_set") return null;
	return {
		day: Number(last.payload["day"]),
		hour: Number(last.payload["hour"])
	};
}
// circle/payment-key.ts
function paymentKeyText(salt, key) {
	const { pixKey, pixOwnerName, btcAddress, usdtAddress } = key;
	return `ciranda payment key v1\n${canonicalJson({
		salt,
		pixKey,
		pixOwnerName,
		btcAddress,
		usdtAddress
	})}`;
}
var KEY_WAIT_MS = {
	member: DAY_MS,
	administration: 3 * DAY_MS
};
// circle/ledger/own-access.ts
function isPaidOn(keys, { memberId, knownUpTo }, { held, key, waiting, holdsAt }, sha256) {
	const promised = keys.promisedTo(memberId);
	if (promised.seq > knownUpTo) return true;
	if (holdsAt !== void 0 && holdsAt > (promised.holdsAt ?? 0)) return false;
	if (waiting !== promised.waiting || (held?.commitment ?? null) !== promised.commitment) return false;
	return held === null || sha256(paymentKeyText(held.salt, key)) === held.commitment;
}
function unlistedDevice(keys, knownUpTo, listed) {
	return keys.find(({ keyId, publicKey, addedSeq, removedSeq }) => {
		if (addedSeq > knownUpTo || (removedSeq ?? 0) > knownUpTo) return false;
		const shown = listed.find(({ id }) => id === keyId);
		return shown?.publicKey !== publicKey || shown.isRemoved !== (removedSeq !== null);
	});
}
// circle/handing-over.ts
function touchedByHandOver(state, { memberId, newcomerId }) {
	const two = new Set([memberId, newcomerId]);
	const lenders = openAccounts(state).flatMap((account) => account.cents > 0 ? [account.memberId] : []);
	return new Set([
		...two,
		...counterpartiesOf(state, two),
		...lenders
	]);
}
// circle/ledger/command-shape.ts
var isText$1 = (value) => typeof value === "string";
var isWhole = (value) => Number.isSafeInteger(value);
var isFlag = (value) => typeof value === "boolean";
var isYes = (value) => value === true;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isTexts = (value) => Array.isArray(value) && value.every(isText$1);
var isSum = (value) => isWhole(value) && value > 0;
var isHash = (value) => typeof value === "string" && /^[\da-f]{64}$/.test(value);
var isOneOf = (...words) => (value) => words.includes(value);
var maybe = (holds) => (value) => value === void 0 || holds(value);
var isRow = (value) => isObject(value) && hasShape({
	memberId: isText$1,
	givenCents: isWhole,
	receivedCents: isWhole
}, value);
var isReceiver = (value) => value === "administration" || isObject(value) && isText$1(value.memberId);
var OUTCOMES = [
	"keep",
	"confirm",
	"cancel"
];
var RESOLUTIONS = [
	"RESOLVED",
	"REJECTED",
	"INVESTIGATING",
	"NEEDS_MORE_INFO"
];
var APPEAL_DECISIONS = ["UPHELD", "CHANGED"];
var outcome = isOneOf(...OUTCOMES);
var member = { memberId: isText$1 };
var entry = { entryId: isText$1 };
var donation = { donationId: isText$1 };
var shapes = {
	create_circle: {
		mode: isOneOf("demonstracao", "real"),
		plan: isObject,
		rules: maybe(isWhole)
	},
	change_plan: { plan: isObject },
	approve_member: member,
	depart_member: {
		...member,
		how: isOneOf("left", "suspended")
	},
	reinstate_member: member,
	place: {
		...member,
		level: isWhole,
		position: isWhole,
		isReceiver: isFlag
	},
	remove: entry,
	swap: {
		...entry,
		otherEntryId: isText$1
	},
	move_to_end: {
		...member,
		level: isWhole
	},
	reorder: {
		...entry,
		position: isWhole
	},
	set_receiver: {
		...entry,
		nextEntryId: isText$1
	},
	next_receiver: entry,
	edit_entry: {
		...entry,
		position: maybe(isWhole),
		isReceiver: maybe(isFlag)
	},
	apply_draw: {
		drawId: isText$1,
		memberIds: isTexts
	},
	undo: {
		seq: isWhole,
		inverse: isObject
	},
	generate_pull: {
		donorsCount: maybe(isWhole),
		amountCents: maybe(isWhole),
		type: maybe(isText$1),
		deadlineDays: maybe(isWhole),
		withoutConsent: maybe(isTexts),
		unserved: maybe(isYes),
		countsOnce: maybe(isYes)
	},
	serve_again: member,
	send_receipt: {
		...donation,
		...member,
		image: maybe(isHash),
		payment: maybe(isHash),
		cents: maybe(isSum)
	},
	reject_receipt: {
		...donation,
		...member,
		stays: maybe(isYes)
	},
	confirm: {
		...donation,
		by: isReceiver,
		cents: maybe(isSum)
	},
	expire: { late: maybe(isYes) },
	report: {
		reportId: isText$1,
		...donation,
		...member
	},
	open_case: {
		reportId: isText$1,
		...donation,
		bounded: maybe(isYes)
	},
	set_report_status: {
		reportId: isText$1,
		status: isOneOf("PENDING", "INVESTIGATING", "RESOLVED", "DISMISSED")
	},
	resolve_report: {
		reportId: isText$1,
		resolution: isOneOf(...RESOLUTIONS),
		outcome
	},
	decide_appeal: {
		reportId: isText$1,
		...donation,
		decision: isOneOf(...APPEAL_DECISIONS),
		outcome
	},
	swap_turns: {
		swapId: isText$1,
		...member,
		otherId: isText$1,
		position: isWhole,
		otherPosition: isWhole
	},
	hand_over: {
		substituteId: isText$1,
		...member,
		newcomerId: isText$1,
		givenCents: isWhole,
		receivedCents: isWhole
	},
	begin_rotation: {},
	take_shares: {
		...member,
		shares: isWhole
	},
	bring_in: { rows: (value) => Array.isArray(value) && value.every(isRow) },
	pause_month: donation,
	pay_ahead: {
		...member,
		receiverId: isText$1
	},
	accept_upgrade: {
		...member,
		fromLevel: isWhole,
		toLevel: isWhole
	}
};
function hasShape(shape, value) {
	return Object.entries(shape).every(([field, holds]) => holds(value[field]));
}
function isCommand(value) {
	if (!isObject(value)) return false;
	const { kind } = value;
	return typeof kind === "string" && Object.hasOwn(shapes, kind) && hasShape(shapes[kind], value);
}
var substituteText = (of) => [
	of.substituteId,
	of.memberId,
	of.newcomerId,
	of.givenCents,
	of.receivedCents
].join(" ");
function askedFor(payload) {
	const { substituteId, memberId, subjectId, given, received } = payload;
	return {
		substituteId,
		memberId,
		newcomerId: subjectId,
		givenCents: Number(given),
		receivedCents: Number(received)
	};
}
function openSubstitutes(sha256) {
	const asks = new Map();
	const ever = new Set();
	const isStanding = (ask, now) => ask !== void 0 && now - ask.at <= 6048e5;
	const ask = ({ at, payload }) => {
		const { hash, signature } = payload;
		if (signature === void 0) return "substitute.unsigned";
		const of = askedFor(payload);
		if (ever.has(of.substituteId) || sha256(substituteText(of)) !== hash) return "substitute.unasked";
		ever.add(of.substituteId);
		asks.set(of.substituteId, {
			...of,
			hash,
			at: Date.parse(at),
			isAccepted: false,
			keys: [signatureIn({ payload }).key]
		});
		return null;
	};
	const accept = ({ at, payload }) => {
		const { substituteId, memberId, hash, signature } = payload;
		if (signature === void 0) return "substitute.unsigned";
		const asked = asks.get(substituteId);
		if (!isStanding(asked, Date.parse(at)) || asked.newcomerId !== memberId || asked.hash !== hash) return "substitute.unasked";
		asks.set(asked.substituteId, {
			...asked,
			isAccepted: true,
			keys: [...asked.keys, signatureIn({ payload }).key]
		});
		return null;
	};
	const carryOut = ({ at, payload, actor_id: actorId }) => {
		const { command } = payload;
		if (command?.kind !== "hand_over") return null;
		const { memberId, newcomerId } = command;
		const asked = asks.get(command.substituteId);
		asks.delete(command.substituteId);
		if (!(isStanding(asked, Date.parse(at)) && substituteText(asked) === substituteText(command)) || !asked.isAccepted) return "substitute.unasked";
		return actorId === null || actorId === memberId || actorId === newcomerId ? "substitute.undecided" : null;
	};
	return {
		read(entry) {
			const { kind, payload, actor_id: actorId } = entry;
			if (kind === "command") return carryOut(entry);
			if (kind === "substitute.asked") return ask(entry);
			if (kind === "substitute.accepted") return accept(entry);
			const substituteId = String(payload["substituteId"]);
			const asked = asks.get(substituteId);
			const isParty = asked?.memberId === actorId || asked?.newcomerId === actorId;
			if (kind === "member.key_removed") {
				for (const [id, { keys }] of asks) if (keys.includes(String(payload["keyId"]))) asks.delete(id);
			}
			if (kind === "place.handed_over" || kind === "substitute.ended" && isParty) asks.delete(substituteId);
			return null;
		},
		standing: (now) => [...asks.values()].filter((one) => isStanding(one, now))
	};
}
// circle/ledger/own-rows.ts
var APPROVAL_ENDS = [
	"executed",
	"rejected",
	"withdrawn",
	"expired",
	"failed"
].map((end) => `approval.${end}`);
var SOMEBODY = "";
function otherwiseShown({ entries, stateAt }, { id, act, rows = [] }, { sha256, rowsOf }) {
	const proposed = entries.find(({ kind, payload }) => kind === "approval.proposed" && payload["approvalId"] === id);
	const isOver = entries.some(({ kind, payload }) => APPROVAL_ENDS.includes(kind) && payload["approvalId"] === id);
	const { actHash, bodyHash, change } = proposed?.payload ?? {};
	if (!proposed || isOver || act === void 0 || actHash === bodyHash || change === "close_circle") return null;
	if (act === null || sha256(act) !== actHash) return proposed.seq;
	const state = stateAt(proposed.seq);
	const command = JSON.parse(act);
	const facts = {
		now: Date.parse(proposed.at),
		nameOf: () => SOMEBODY,
		donation: donationOf(entries, command)
	};
	const expected = state ? rowsOf({
		...facts,
		state
	}, command) : [];
	const fields = new Set(expected.map(({ field }) => field));
	const shown = rows.filter(({ field }) => fields.has(field));
	const isSame = (row, { field, before, after }) => row?.field === field && isText(before, row.before) && isText(after, row.after);
	return shown.length === expected.length && expected.every((row, at) => isSame(shown[at], row)) ? null : proposed.seq;
}
function donationOf(entries, command) {
	const reportId = "reportId" in command ? command.reportId : null;
	return debtWithId(entries, entries.find(({ kind, payload }) => kind === "donation.reported" && payload["reportId"] === reportId)?.payload["donationId"] ?? ("donationId" in command ? command.donationId : null)) ?? void 0;
}
function isText(expected, shown) {
	if (expected === null || shown === null) return expected === shown;
	const parts = expected.split(SOMEBODY).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
	return new RegExp(`^${parts.join(".*")}$`, "s").test(shown);
}
// circle/ledger/own-proposals.ts
var OF_ALL = [
	"change_plan",
	"change_operator",
	"add_administrator"
];
var OBJECTIONS = ["approval.objected", "approval.objection_withdrawn"];
var ALONE_MS = 2592e5;
var PROPOSED_MS = 30 * DAY_MS;
function ownProposals({ entries, stateAt }, member, sha256) {
	const ended = endedIn(entries);
	const now = Date.parse(entries.at(-1)?.at ?? "");
	return entries.flatMap(({ seq, at, kind, payload }) => {
		const { approvalId, change, actHash } = payload;
		if (kind !== "approval.proposed" || ended.has(approvalId) || now - Date.parse(at) >= PROPOSED_MS) return [];
		const state = stateAt(seq);
		if (state?.members.get(member.memberId)?.status !== "approved") return [];
		const isAbout = () => textsAbout(entries, member, state).some((text) => sha256(text) === actHash);
		if (!OF_ALL.includes(change) && !isAbout()) return [];
		const dueAt = Date.parse(at) + (change === "close_circle" ? 14 * DAY_MS : ALONE_MS);
		const said = lastSaid(entries, approvalId, member);
		const hasObjected = said?.kind === OBJECTIONS[0];
		return [{
			seq,
			changedSeq: said?.seq ?? seq,
			id: String(approvalId),
			change,
			dueAt,
			hasObjected
		}];
	});
}
var endedIn = (entries) => new Set(entries.filter(({ kind }) => APPROVAL_ENDS.includes(kind)).map(({ payload }) => payload["approvalId"]));
function lastSaid(entries, approvalId, { memberId }) {
	return entries.findLast(({ kind, payload }) => OBJECTIONS.includes(kind) && payload["approvalId"] === approvalId && payload["memberId"] === memberId);
}
function isShown({ id, change, hasObjected, dueAt }, shown) {
	return shown.some((one) => one.id === id && one.change === change && one.mayObject !== false && one.hasObjected === hasObjected && (one.dueAt === null ? change !== "close_circle" : one.dueAt <= dueAt + 6e5));
}
function textsAbout(entries, member, state) {
	const loses = openAccounts(state).some(({ memberId, cents }) => memberId === member.memberId && cents > 0);
	const commands = [
		...aboutPlaces(member.memberId, state),
		...aboutDonations(entries, member, state),
		...aboutHandOvers(entries, member, state)
	];
	return [...loses ? [closingText(state)] : [], ...commands.map((command) => canonicalJson(command))];
}
function aboutPlaces(memberId, { entries }) {
	const places = [...entries.values()];
	return [{
		kind: "depart_member",
		memberId,
		how: "suspended"
	}, ...places.flatMap(({ id: entryId, level, position: present, memberId: holderId }) => {
		if (holderId !== memberId) return [];
		const others = places.filter((place) => place.id !== entryId && place.level === level);
		const isLast = others.every(({ position }) => position < present);
		return [
			{
				kind: "remove",
				entryId
			},
			...isLast ? [] : [{
				kind: "move_to_end",
				memberId,
				level
			}],
			...others.flatMap(({ id: otherEntryId, position }) => [
				{
					kind: "swap",
					entryId,
					otherEntryId
				},
				{
					kind: "swap",
					entryId: otherEntryId,
					otherEntryId: entryId
				},
				{
					kind: "reorder",
					entryId,
					position
				}
			])
		];
	})];
}
function aboutDonations(entries, { memberId, donationIds }, { donations }) {
	const open = [...donations.values()].filter((one) => one.donorId === memberId || one.receiverId === memberId);
	const own = new Set(donationIds);
	return [...open.map(({ id: donationId }) => ({
		kind: "pause_month",
		donationId
	})), ...entries.flatMap(({ kind, payload }) => {
		const [reportId, donationId] = [String(payload["reportId"]), String(payload["donationId"])];
		return kind === "donation.reported" && own.has(donationId) ? decisionsOf(reportId, donationId) : [];
	})];
}
function aboutHandOvers(entries, { memberId }, state) {
	return entries.flatMap(({ kind, payload }) => {
		if (kind !== "substitute.asked") return [];
		const between = askedFor(payload);
		return touchedByHandOver(state, between).has(memberId) ? [{
			kind: "hand_over",
			...between
		}] : [];
	});
}
function decisionsOf(reportId, donationId) {
	return OUTCOMES.flatMap((outcome) => [...RESOLUTIONS.map((resolution) => ({
		kind: "resolve_report",
		reportId,
		resolution,
		outcome
	})), ...APPEAL_DECISIONS.map((decision) => ({
		kind: "decide_appeal",
		reportId,
		donationId,
		decision,
		outcome
	}))]);
}
// circle/ledger/own-cases.ts
function amissInCase(entries, shown, { memberId, now = Infinity, stateAt }, sha256) {
	if ((readFounding(entries).rules ?? 0) < 5) return null;
	const before = entries.filter(({ seq }) => seq <= shown.seq);
	const of = before.filter(({ payload }) => payload["reportId"] === shown.reportId);
	const differs = (seq) => ({
		code: "own.case_differs",
		seq
	});
	const reported = of.find(({ kind }) => kind === "donation.reported");
	if (before.length !== shown.seq || !reported) return differs(Math.min(shown.seq, entries.length));
	if (shown.of && !isOfDonation(shown.of, before, reported, memberId)) return differs(reported.seq);
	const parties = partiesOf(before, reported);
	const reportedBy = parties.get(String(reported.payload["reporterId"])) ?? "administration";
	if (shown.reportedBy !== void 0 && shown.reportedBy !== reportedBy) return differs(reported.seq);
	const proposed = shown.proposal === void 0 ? null : otherwiseProposed({
		before,
		of
	}, shown, stateAt, sha256);
	if (proposed !== null) return differs(proposed);
	const wrong = wrongWords({
		entries,
		before,
		of,
		parties
	}, shown, reported, sha256);
	if (wrong !== null) return differs(wrong);
	const ended = of.findLast(({ kind }) => kind === "report.ended");
	if ((ended?.payload["outcome"] ?? null) !== shown.outcome) return differs((ended ?? reported).seq);
	const isEndShown = shown.status === void 0 || isStatusOf(shown.status, ended);
	const areDecided = (shown.decisions ?? []).every((one) => isDecisionOf(one, {
		before,
		of
	}));
	if (!isEndShown || !areDecided) return differs((ended ?? reported).seq);
	const appeal = of.findLast(({ kind }) => kind === "case.appealed" || kind === "appeal.decided");
	if (((appeal && (appeal.kind === "case.appealed" ? "open" : "decided")) ?? null) !== shown.appeal) return differs((appeal ?? reported).seq);
	if (!ended && shown.mayAdd === false && parties.has(memberId)) return differs(reported.seq);
	if (!ended || appeal || shown.appealUntil === void 0) return null;
	const until = Date.parse(ended.at) + APPEAL_MS;
	if (!(until > now + 936e5 && parties.has(memberId))) return null;
	return shown.appealUntil !== null && Math.abs(shown.appealUntil - until) <= 6e5 ? null : {
		code: "own.appeal_hidden",
		seq: ended.seq
	};
}
function otherwiseProposed({ before, of }, { reportId, proposal }, stateAt, sha256) {
	const last = of.findLast(({ kind }) => [
		"report.ended",
		"case.appealed",
		"appeal.decided"
	].includes(kind));
	const decides = last ? {
		"report.ended": null,
		"appeal.decided": null,
		"case.appealed": "decide_appeal"
	}[last.kind] : "resolve_report";
	const commands = decisionsOf(reportId, String(of[0]?.payload["donationId"])).filter(({ kind }) => kind === decides);
	const byHash = new Map(commands.map((command) => [sha256(canonicalJson(command)), command]));
	const ended = endedIn(before);
	const open = before.find(({ kind, payload }) => kind === "approval.proposed" && !ended.has(payload["approvalId"]) && byHash.has(String(payload["actHash"])));
	if (!open) return proposal ? (last ?? of[0]).seq : null;
	const [at, now] = [open.at, before.at(-1).at].map((time) => Date.parse(time));
	if (!proposal) return now - at < PROPOSED_MS ? open.seq : null;
	const command = byHash.get(String(open.payload["actHash"]));
	const state = stateAt?.(before.length);
	const isOver = command.kind === "resolve_report" && state && endsKept(state, command);
	return proposal.of === (decides === "decide_appeal" ? "appeal" : "report") && proposal.outcome === (isOver ? "cancel" : command.outcome) && (proposal.dueAt === null || proposal.dueAt <= at + ALONE_MS + 6e5) ? null : open.seq;
}
var ENDED = ["RESOLVED", "DISMISSED"];
var isStatusOf = (status, ended) => ended ? status === ended.payload["status"] : !ENDED.includes(status);
function isDecisionOf({ of: whose, outcome, decision }, { before, of }) {
	if (whose === "appeal") {
		const decided = of.findLast(({ kind }) => kind === "appeal.decided");
		return decided?.payload["decision"] === decision && decided?.payload["outcome"] === outcome;
	}
	const ended = of.findLast(({ kind }) => kind === "report.ended");
	if (!ended) return false;
	const after = before.slice(before.indexOf(ended) + 1);
	const next = after.findIndex(({ kind }) => !isEventKind(kind));
	return outcome === ((next < 0 ? after : after.slice(0, next)).some(({ kind, payload }) => kind === "donation.cancelled" && payload["donationId"] === ended.payload["donationId"]) ? "cancel" : ended.payload["outcome"]);
}
function isOfDonation({ donationId, amountCents, side }, before, reported, memberId) {
	const isIt = donationId === reported.payload["donationId"];
	const isSum = debtWithId(before, donationId)?.amountCents === amountCents;
	return isIt && isSum && (partiesOf(before, reported).get(memberId) ?? null) === side;
}
function wrongWords({ entries, before, of, parties }, { said }, reported, sha256) {
	const isErased = [...parties.keys()].some((id) => hasLeft(before, id));
	const shown = new Map(said.map((one) => [one.id, one]));
	for (const entry of of) {
		if (entry.kind !== "case.words") continue;
		const one = shown.get(String(entry.payload["wordsId"]));
		if (!one || one.by !== (parties.get(entry.actor_id ?? "") ?? null)) return entry.seq;
		if (one.words === null ? !isErased : holdWords(entries, one.words, sha256) === "differs") return entry.seq;
		shown.delete(one.id);
	}
	const { reportId, reporterId } = reported.payload;
	const isByRules = ({ id, by, text }) => id === reportId && reporterId === null && by === null && text === "Aberto pelas regras do círculo: um comprovante desta doação foi recusado, ou uma parte dela foi paga, e ela ia terminar sem o resto.";
	return [...shown.values()].every(isByRules) ? null : reported.seq;
}
function hasLeft(entries, memberId) {
	const isStanding = ({ kind, payload }) => STANDING.has(kind) && payload["memberId"] === memberId;
	return entries.findLast(isStanding)?.kind === "member.left";
}
var STANDING = new Set([
	"member.left",
	"member.approved",
	"member.reinstated"
]);
function partiesOf(before, { payload }) {
	const debt = debtWithId(before, payload["donationId"]);
	return new Map([...debt?.donorId ? [[debt.donorId, "donor"]] : [], ...debt?.receiverId ? [[debt.receiverId, "receiver"]] : []]);
}
// circle/ledger/own-receipts.ts
var none = () => ({
	last: null,
	dueAt: null,
	parts: []
});
function receiptsIn(entries, own) {
	const receipts = new Map();
	let days = 5;
	for (const { at, kind, payload } of entries) {
		if (kind === "circle.answer_days_set") days = Number(payload["days"]);
		const { donationId, payment = null, cents } = payload;
		if (!own.has(donationId)) continue;
		if (kind === "donation.receipt_sent" || kind === "donation.receipt_replaced") {
			const of = receipts.get(donationId) ?? none();
			of.last = {
				at: Date.parse(at),
				payment
			};
			if (kind === "donation.receipt_sent") of.dueAt = of.last.at + days * DAY_MS;
			receipts.set(donationId, of);
		}
		const of = kind === "donation.part_confirmed" ? receipts.get(donationId) : void 0;
		if (of?.last) of.parts.push({
			...of.last,
			cents
		});
	}
	return receipts;
}
function isAnswerDue({ answerDueAt }, receiverId, { dueAt } = none()) {
	if (answerDueAt === void 0 || receiverId === null) return true;
	return answerDueAt !== null && dueAt !== null && Math.abs(answerDueAt - dueAt) <= 6e5;
}
function arePaymentsOf({ sentAt, parts }, receipts = none(), sha256) {
	const isOfItsTime = (shownAt, sent) => sent !== null && Math.abs(shownAt - sent.at) <= 6e5;
	if (sentAt !== void 0 && !isOfItsTime(sentAt, receipts.last)) return false;
	if (parts === void 0) return true;
	const isPart = (shown, part) => part !== void 0 && shown.cents === part.cents && isOfItsTime(shown.sentAt, part) && (shown.payment === null || sha256(shown.payment) === part.payment);
	return parts.length === receipts.parts.length && parts.every((shown, at) => isPart(shown, receipts.parts[at]));
}
// circle/ledger/own-donation.ts
function madeIn(entries) {
	const made = new Map();
	for (const entry of entries) if (entry.kind === "donation.matched" && !made.has(entry.payload["donationId"])) made.set(entry.payload["donationId"], entry);
	return made;
}
function decidedEnds(entries) {
	const ends = new Map();
	for (const { kind, payload } of entries) {
		if (!(kind === "report.ended" || kind === "appeal.decided") || !["confirm", "cancel"].includes(String(payload["outcome"]))) continue;
		ends.set(payload["donationId"], [...ends.get(payload["donationId"]) ?? [], payload["outcome"]]);
	}
	return ends;
}
var isSettledSo = (settled, ends = []) => settled === null ? ends.length === 0 : ends.includes(settled);
function agrees({ amountCents, paidCents, missingCents, status, donorId, receiverId }, entered) {
	return entered.amountCents === amountCents && (paidCents === void 0 || entered.paidCents === paidCents) && (missingCents === void 0 || entered.amountCents - entered.paidCents === missingCents) && entered.status === ledgerStatus(status) && (donorId === void 0 || donorId === entered.donorId) && (receiverId === void 0 || receiverId === entered.receiverId);
}
function isAsShown(shown, entered, { made, ends, receipts, isAnswerHeld, stateNow, sha256 }) {
	const { deadlineAt, isStopped, stopEndsAt, isReported, settled, caseId, pausedUntil, sentCents, payment } = shown;
	return isDeadlineOf(entered, deadlineAt) && isDeadlineOf(entered, stopEndsAt) && (!isStopped || entered.isReported) && (!isStopped || stopEndsAt !== void 0 || !isHeldForATime(entered, stateNow)) && isScheduledInTime(shown, entered, stateNow) && isMadeThen(made.get(shown.id), shown) && (isReported === void 0 || isReported === entered.isReported) && (settled === void 0 || isSettledSo(settled, ends.get(shown.id))) && (caseId === void 0 || caseId === entered.caseId) && (typeof pausedUntil !== "number" || pausedUntil === entered.pausedUntil) && (sentCents === void 0 || sentCents === entered.sentCents) && arePaymentsOf(shown, receipts.get(shown.id), sha256) && (!isAnswerHeld || isAnswerDue(shown, entered.receiverId, receipts.get(shown.id))) && (payment === void 0 || (payment && sha256(payment)) === entered.payment);
}
function isHeldForATime({ donationId }, stateNow) {
	const state = stateNow();
	const donation = state?.donations.get(donationId);
	const report = state && donation && findOpenReport(state, donation);
	return Boolean(report && reportHoldsUntil(donation, report) !== null);
}
function isScheduledInTime({ scheduledFor }, { donationId, deadlineAt, caseId }, stateNow) {
	if (!scheduledFor || deadlineAt === null || caseId !== null || Date.parse(scheduledFor) <= deadlineAt) return true;
	return stateNow()?.donations.get(donationId)?.isLate === true;
}
function isMadeThen(made, { madeAt }) {
	return madeAt === void 0 || made === void 0 || Math.abs(madeAt - Date.parse(made.at)) <= 6e5;
}
function isSilenced({ mayReport, mayReject }, { donationId, status, caseId, receiverId }, { memberId, stateNow }) {
	if (status !== "open" && status !== "receipt_sent") return false;
	if (mayReport === false && caseId === null) return true;
	if (mayReject !== false || status !== "receipt_sent" || receiverId !== memberId) return false;
	const state = stateNow();
	const donation = state?.donations.get(donationId);
	if (!state || !donation) return false;
	return !(findOpenReport(state, donation) !== null && donation.rejections >= 2) && mayWaitAgain({ state }, donation);
}
function areAsSaid(entries, { id, rejections = [] }, sha256) {
	if (rejections.length === 0) return true;
	const signed = entries.flatMap(({ payload }) => {
		const { command, signature } = payload;
		return command?.kind === "reject_receipt" && command.donationId === id ? [signature?.image ?? null] : [];
	});
	return rejections.every(({ text, salt }, at) => {
		const image = signed[at] ?? null;
		if (text === null || image === null) return true;
		return salt !== null && image === sha256(spokenText({
			salt,
			about: id,
			text,
			more: null,
			picture: null
		}));
	});
}
function shownCommitments({ paymentCommitment, paymentKey }, sha256) {
	return [...typeof paymentCommitment === "string" ? [paymentCommitment] : [], ...paymentKey ? [sha256(paymentKeyText(paymentKey.salt, paymentKey))] : []];
}
function isAwaited({ status, donorId, receiverId, deadlineAt }, memberId, { inParts, onlyPays = false, now = Infinity }) {
	if (status === "receipt_sent") return receiverId === memberId && !onlyPays;
	const isInTime = inParts || deadlineAt !== null && deadlineAt > now + 936e5;
	return status === "open" && donorId === memberId && isInTime;
}
function areInParts(entries) {
	const { plan } = entries.findLast(({ kind }) => kind === "circle.created" || kind === "circle.plan_changed")?.payload ?? {};
	return plan !== void 0 && takesParts({ plan });
}
function isDeadlineOf(entered, shown) {
	if (shown === void 0 || entered.deadlineAt === null) return true;
	if (shown === null) return false;
	const later = shown - entered.deadlineAt;
	return later === 0 || entered.isReported && later > 0 && later <= OWN_REPORT_STOP_MS;
}
function ledgerStatus(status) {
	return {
		PENDING_PAYMENT: "open",
		PENDING_CONFIRMATION: "receipt_sent",
		CONFIRMED: "confirmed",
		EXPIRED: "expired",
		CANCELLED: "cancelled"
	}[status] ?? status;
}
// circle/ledger/order-source.ts
function orderSourceIn(entries) {
	const agreed = new Set();
	let last = {
		seq: 0,
		drawId: null,
		isAgreed: false,
		isBroughtIn: false
	};
	for (const { seq, kind, payload } of entries) if (kind === "order.proposed") agreed.add(payload["orderId"]);
	else if (kind === "circle.brought_in") last = {
		seq,
		drawId: null,
		isAgreed: false,
		isBroughtIn: true
	};
	else if (kind === "queue.drawn") {
		const isAgreed = agreed.has(payload["drawId"]);
		last = {
			seq,
			drawId: isAgreed ? null : String(payload["drawId"]),
			isAgreed,
			isBroughtIn: false
		};
	}
	const changed = entries.filter((entry, index) => entry.seq > last.seq && wasByHand(entry) && isOfFirst(entries, index));
	const reasons = new Set(entries.flatMap(({ kind, payload }) => kind === "queue.reason" ? [payload["change"]] : []));
	const withoutReason = changed.filter(({ seq }) => !reasons.has(String(seq))).length;
	return {
		...last,
		seq: changed.at(-1)?.seq ?? last.seq,
		changes: changed.length,
		withoutReason
	};
}
function wasByHand({ kind, payload }) {
	return kind === "command" && isByHand(payload.command.kind);
}
function isOfFirst(entries, index) {
	const events = [];
	for (let at = index + 1; isEventKind(entries[at]?.kind ?? ""); at += 1) events.push({
		...entries[at].payload,
		kind: entries[at].kind
	});
	return levelOf(events) === 1;
}
// circle/ledger/own-page.ts
function pageDonationFaults(held, { upTo, donations, ended = [], endedLists = [] }) {
	const { entries, entered, isAwaitedNow, amissIn } = held;
	const byId = new Map(entered.map((donation) => [donation.donationId, donation]));
	const touched = new Map(entries.map(({ seq, payload }) => [payload["donationId"], seq]));
	const isKnown = ({ donationId, seq }) => (touched.get(donationId) ?? seq) <= upTo;
	const faults = [];
	const hidden = donations ? hiddenAmong(donations, entered.filter(isAwaitedNow), upTo) : [];
	for (const { donationId: id, seq } of hidden) faults.push({
		code: "own.not_offered",
		seq,
		id
	});
	const listed = new Set(donations?.map(({ id }) => id));
	const open = entered.filter((one) => isOpen(one) && isKnown(one) && !isAwaitedNow(one));
	for (const { donationId: id, seq } of donations ? open : []) if (!listed.has(id)) faults.push({
		code: "own.unlisted",
		seq,
		id
	});
	const told = new Set(faults.map(({ id }) => id));
	for (const shown of [...donations ?? [], ...ended]) {
		const one = byId.get(shown.id);
		const code = one ? isKnown(one) && amissIn(shown, one) : "own.missing";
		if (code && !told.has(shown.id)) faults.push({
			code,
			seq: one?.seq ?? null,
			id: shown.id
		});
		told.add(shown.id);
	}
	const over = entered.filter((one) => isKnown(one) && !isOpen(one));
	for (const list of endedLists) for (const { donationId: id, seq } of leftOut(over, list, entries)) faults.push({
		code: "own.unlisted",
		seq,
		id
	});
	return faults;
}
var isOpen = ({ status }) => status === "open" || status === "receipt_sent";
function waitingFaults(entries, { memberId, waiting }, { upTo, waiting: shown }) {
	const isOfThem = ({ kind, payload }) => (payload["obligationId"] !== void 0 || kind === "place.handed_over") && [
		"memberId",
		"donorId",
		"newcomerId"
	].some((whose) => payload[whose] === memberId);
	if (!shown || entries.some((entry) => entry.seq > upTo && isOfThem(entry))) return [];
	const seqOf = (id) => entries.findLast(({ payload }) => payload["obligationId"] === id)?.seq ?? null;
	const owed = new Map(waiting.map((one) => [one.id, one.amountCents]));
	const told = new Set(shown.map(({ id }) => id));
	return [...shown.flatMap(({ id, amountCents }) => {
		const code = owed.has(id) ? "own.differs" : "own.missing";
		return owed.get(id) === amountCents ? [] : [{
			code,
			seq: seqOf(id),
			id
		}];
	}), ...waiting.flatMap(({ id }) => told.has(id) ? [] : [{
		code: "own.unlisted",
		seq: seqOf(id),
		id
	}])];
}
function hiddenAmong(donations, awaited, upTo) {
	const shown = new Map(donations.map((donation) => [donation.id, donation]));
	return awaited.filter((donation) => {
		const one = shown.get(donation.donationId);
		const isThere = one !== void 0 && agrees(one, donation) && one.isOffered !== false;
		return donation.seq <= upTo && !isThere;
	});
}
function leftOut(over, { ids, isWhole }, entries) {
	const shown = new Set(ids);
	const endedAt = ({ seq }) => Date.parse(entries[seq - 1]?.at ?? "");
	const oldest = Math.min(...over.filter(({ donationId }) => shown.has(donationId)).map(endedAt));
	return over.filter((one) => !shown.has(one.donationId) && (isWhole || endedAt(one) > oldest));
}
function hiddenProposals(own, { upTo, proposals }) {
	if (!proposals) return [];
	return own.filter((one) => one.changedSeq <= upTo && !isShown(one, proposals));
}
function hiddenDraw(entries, memberId, { upTo, draws }, now = Infinity) {
	if (draws === void 0) return null;
	const begun = entries.findLast(({ kind }) => kind === "draw.begun");
	const { drawId, memberIds, joinUntil } = begun?.payload ?? {};
	const isOf = ({ payload }) => payload["drawId"] === drawId;
	const isOver = entries.some((entry) => ["draw.revealed", "draw.lapsed"].includes(entry.kind) && isOf(entry));
	const hasJoined = entries.some((entry) => entry.kind === "draw.joined" && isOf(entry) && entry.payload["memberId"] === memberId);
	const until = Date.parse(joinUntil ?? "");
	const mayJoin = memberIds?.split(",").includes(memberId) && !isOver && !hasJoined && until > now + 936e5;
	if (!begun || !mayJoin || begun.seq > upTo) return null;
	return draws?.some((one) => one.id === drawId && one.phase === "joining" && one.isIn && Math.abs(one.joinUntil - until) <= 6e5) ? null : begun.seq;
}
function differingOrder(entries, { upTo, order }) {
	if (order === void 0) return null;
	const { seq, ...source } = orderSourceIn(entries);
	return seq > upTo || isSameJson(order, source) ? null : seq;
}
var STAGES = {
	accepted: ["substitute.accepted", "place.handed_over"],
	done: ["place.handed_over"]
};
function differingSubstitute(entries, shown) {
	const asked = new Map(entries.flatMap(({ kind, payload }) => kind === "substitute.asked" ? [[payload["substituteId"], payload]] : []));
	const isReached = (stage, id) => entries.some(({ kind, payload }) => STAGES[stage].some((one) => one === kind) && payload["substituteId"] === id);
	return shown.find(({ id, memberId, newcomerId, givenCents, receivedCents, stage }) => {
		const of = asked.get(id);
		const sums = [of?.["given"], of?.["received"]];
		const isSame = of?.["memberId"] === memberId && of["subjectId"] === newcomerId;
		const isAtStage = stage === void 0 || isReached(stage, id);
		return !isSame || !isAtStage || sums[0] !== String(givenCents) || sums[1] !== String(receivedCents);
	});
}
// circle/ledger/own.ts
var IN = ["member.approved", "member.reinstated"];
var STANDINGS = [
	...IN,
	"member.suspended",
	"member.left"
];
function ownPart(entries, read, own, tools) {
	const { memberId, isOut = false, words = [] } = own;
	const part = read.books.own(memberId);
	const standing = entries.findLast(({ kind, payload }) => STANDINGS.includes(kind) && payload["memberId"] === memberId);
	const isIn = standing !== void 0 && IN.includes(standing.kind);
	const onlyPays = standing !== void 0 && !isIn;
	const held = {
		...own,
		part,
		stateAt: statesOf(entries, read.known),
		onlyPays
	};
	const faults = [...donationFaults(entries, read, held, tools)];
	if (isOut && standing && isIn) faults.push({
		code: "own.shut_out",
		seq: standing.seq,
		id: memberId
	});
	faults.push(...circleFaults(entries, read, held, tools), ...accessFaults(entries, read, held, tools));
	for (const said of words) if (holdWords(entries, said, tools.sha256) === "differs") faults.push({
		code: "own.words_differ",
		seq: said.seq,
		id: said.reportId
	});
	return {
		faults,
		entries: entries.filter((entry) => entry.actor_id === memberId || namesMember(entry.payload, memberId)).length,
		...part,
		keys: read.signatures.keysOf(memberId)
	};
}
function donationFaults(entries, { books, keys, now }, { memberId, donations = [], isComplete = false, onPage, part, stateAt, onlyPays }, { sha256 }) {
	const faults = [];
	const byId = new Map(part.donations.map((donation) => [donation.donationId, donation]));
	const shown = new Set(donations.map(({ id }) => id));
	const isReal = isOfRealCircle(entries);
	const inParts = areInParts(entries);
	const isAwaitedNow = (one) => isAwaited(one, memberId, {
		inParts,
		onlyPays,
		now
	});
	const held = {
		made: madeIn(entries),
		ends: decidedEnds(entries),
		isAnswerHeld: (readFounding(entries).rules ?? 0) >= 5,
		receipts: receiptsIn(entries, byId),
		stateNow: () => stateAt(entries.length),
		sha256,
		memberId
	};
	const amissIn = (donation, entered) => {
		const isOtherwise = !agrees(donation, entered) || !isAsShown(donation, entered, held);
		const isPretended = isReal && (donation.isDemonstration || !areAsSaid(entries, donation, sha256));
		if (isOtherwise || isPretended) return "own.differs";
		if (donation.isOffered === false && isAwaitedNow(entered) || isReal && !onlyPays && isSilenced(donation, entered, held)) return "own.not_offered";
		return shownCommitments(donation, sha256).every((one) => keys.hasPromised(donation.id, one)) ? null : "own.other_key";
	};
	for (const donation of donations) {
		const entered = byId.get(donation.id);
		const code = entered ? amissIn(donation, entered) : "own.missing";
		if (code) faults.push({
			code,
			seq: entered?.seq ?? null,
			id: donation.id
		});
	}
	if (isComplete) {
		for (const { donationId, seq } of part.donations) if (!shown.has(donationId)) faults.push({
			code: "own.unlisted",
			seq,
			id: donationId
		});
	}
	if (!onPage) return faults;
	return [
		...faults,
		...pageDonationFaults({
			entries,
			entered: part.donations,
			isAwaitedNow,
			amissIn
		}, onPage),
		...waitingFaults(entries, {
			memberId,
			waiting: books.waitingOf(memberId)
		}, onPage)
	];
}
function circleFaults(entries, { now }, { memberId, turns, result, knownUpTo = 0, proposals, decides = [], stateAt, ...own }, { sha256, foresee, retell, rowsOf }) {
	const faults = [];
	const { onPage, part, substitutes = [] } = own;
	const ledger = {
		entries,
		stateAt
	};
	const isOld = ({ seq }) => seq < knownUpTo;
	if (turns && foresee && (isOld(turns) || !areTurnsOf(ledger, memberId, turns, foresee))) faults.push({
		code: "own.turns_differ",
		seq: Math.min(turns.seq, entries.length),
		id: memberId
	});
	if (result && retell && (isOld(result) || !isResultOf(ledger.stateAt, memberId, result, retell))) faults.push({
		code: "own.result_differs",
		seq: Math.min(result.seq, entries.length),
		id: memberId
	});
	if (!isOfRealCircle(entries)) return faults;
	for (const shown of rowsOf ? [...proposals ?? [], ...decides] : []) {
		const seq = otherwiseShown(ledger, shown, {
			sha256,
			rowsOf
		});
		if (seq !== null) faults.push({
			code: "own.proposal_differs",
			seq,
			id: shown.id
		});
	}
	const drawSeq = onPage ? hiddenDraw(entries, memberId, onPage, now) : null;
	if (drawSeq !== null) faults.push({
		code: "own.draw_hidden",
		seq: drawSeq,
		id: memberId
	});
	const orderSeq = onPage ? differingOrder(entries, onPage) : null;
	if (orderSeq !== null) faults.push({
		code: "own.turns_differ",
		seq: orderSeq,
		id: memberId
	});
	const isAhead = ({ memberId: whose, ahead }) => !ahead || !foresee || !isOld(ahead) && isAheadOf(ledger, whose, ahead, foresee);
	const other = differingSubstitute(entries, substitutes) ?? substitutes.find((one) => !isAhead(one));
	if (other) faults.push({
		code: "own.result_differs",
		seq: entries.length,
		id: other.id
	});
	if (!proposals && !onPage?.proposals) return faults;
	const touching = ownProposals(ledger, {
		memberId,
		donationIds: part.donations.map(({ donationId }) => donationId)
	}, sha256);
	const missed = proposals ? touching.filter((one) => !isShown(one, proposals)) : [];
	const missedOnPage = onPage ? hiddenProposals(touching, onPage) : [];
	for (const { seq, id } of new Set([...missed, ...missedOnPage])) faults.push({
		code: "own.proposal_hidden",
		seq,
		id
	});
	return faults;
}
function accessFaults(entries, { keys, signatures, now }, { memberId, knownUpTo = 0, cases = [], paidOn, devices, stateAt }, { sha256 }) {
	const faults = [];
	if (paidOn && isOfRealCircle(entries) && !isPaidOn(keys, {
		memberId,
		knownUpTo
	}, paidOn, sha256)) faults.push({
		code: "own.paid_elsewhere",
		seq: keys.promisedTo(memberId).seq,
		id: memberId
	});
	const unlisted = devices && unlistedDevice(signatures.keysOf(memberId), knownUpTo, devices);
	if (unlisted) faults.push({
		code: "own.device_hidden",
		seq: unlisted.addedSeq,
		id: unlisted.keyId
	});
	for (const shown of cases) {
		const amiss = shown.seq < knownUpTo ? {
			code: "own.case_differs",
			seq: shown.seq
		} : amissInCase(entries, shown, {
			memberId,
			now,
			stateAt
		}, sha256);
		if (amiss) faults.push({
			...amiss,
			id: shown.reportId
		});
	}
	return faults;
}
function namesMember(value, memberId) {
	if (typeof value === "string") return value === memberId;
	return typeof value === "object" && value !== null && Object.values(value).some((inner) => namesMember(inner, memberId));
}
// circle/ledger/payment-keys.ts
var SAID_WITHIN_MS = DAY_MS;
function openPaymentKeyBooks() {
	const read = {
		members: new Map(),
		bound: new Map(),
		former: new Set(),
		isReal: false,
		areChangesHeld: false,
		nextAt: Infinity
	};
	function record(entry) {
		read.areChangesHeld ||= holdsToRules(entry.payload.command, 5);
		const isLate = read.nextAt < Infinity && isHeldBack(read, Date.parse(entry.at));
		if (entry.kind.startsWith("payment_key.")) keysOf(read, String(entry.payload["memberId"])).seq = entry.seq;
		return take(read, entry) ?? (isLate ? "payment_key.held_back" : null);
	}
	const hasPromised = (donationId, commitment) => read.bound.get(donationId) === commitment || read.former.has(`${donationId} ${commitment}`);
	function promisedTo(memberId) {
		const { commitment, waiting, seq } = keysOf(read, memberId);
		return {
			commitment,
			waiting: waiting?.commitment ?? null,
			holdsAt: waiting?.holdsAt ?? null,
			seq
		};
	}
	return {
		record,
		hasPromised,
		promisedTo
	};
}
function take(read, { kind, payload, at, actor_id: actorId }) {
	const text = (field) => String(payload[field]);
	switch (kind) {
		case "circle.created":
			read.isReal = payload["mode"] === "real";
			return null;
		case "donation.matched":
		case "donation.handed_over":
			unbind(read, text("donationId"), kind);
			if (typeof payload["receiverId"] === "string") bind(read, text("donationId"), keysOf(read, text("receiverId")));
			return null;
		case "donation.confirmed":
		case "donation.expired":
		case "donation.cancelled":
			keysOf(read, text("receiverId")).unbound.delete(text("donationId"));
			return null;
		case "payment_key.committed": return commit(read, keysOf(read, text("memberId")), {
			commitment: text("commitment"),
			at: Date.parse(at)
		});
		case "payment_key.change_asked": return ask(read, payload, Date.parse(at));
		case "payment_key.confirmed":
			confirm(keysOf(read, text("memberId")), text("commitment"));
			return null;
		case "payment_key.objected":
			keysOf(read, text("memberId")).waiting = null;
			return null;
		case "payment_key.withdrawn": return withdraw(read, text("memberId"), actorId);
		case "member.suspended":
		case "member.left": {
			const { waiting } = keysOf(read, text("memberId"));
			if (waiting) waiting.dueSince = Infinity;
			return null;
		}
		default: return null;
	}
}
function keysOf({ members }, memberId) {
	const known = members.get(memberId);
	if (known) return known;
	const keys = {
		commitment: null,
		waiting: null,
		seq: 0,
		unbound: new Map()
	};
	members.set(memberId, keys);
	return keys;
}
function unbind({ bound, former, members }, donationId, kind) {
	if (kind === "donation.matched") return;
	former.add(`${donationId} ${bound.get(donationId)}`);
	bound.delete(donationId);
	for (const keys of members.values()) keys.unbound.delete(donationId);
}
function bind({ bound }, donationId, keys) {
	if (keys.commitment === null) keys.unbound.set(donationId, null);
	else bound.set(donationId, keys.commitment);
}
function commit({ bound, isReal }, keys, { commitment, at }) {
	const { waiting } = keys;
	const isRipe = waiting?.commitment === commitment && (waiting.isConfirmed || at >= waiting.holdsAt);
	const isFirst = keys.commitment === null;
	keys.commitment = commitment;
	keys.waiting = null;
	for (const donationId of keys.unbound.keys()) bound.set(donationId, commitment);
	keys.unbound.clear();
	return isReal && !isFirst && !isRipe ? "payment_key.unasked" : null;
}
function ask(read, payload, at) {
	const { areChangesHeld } = read;
	const by = payload["by"] === "member" ? "member" : "administration";
	const holdsAt = Date.parse(String(payload["holdsAt"]));
	const commitment = String(payload["commitment"]);
	keysOf(read, String(payload["memberId"])).waiting = {
		commitment,
		holdsAt,
		by,
		isConfirmed: false,
		dueSince: null
	};
	read.nextAt = Math.min(read.nextAt, holdsAt);
	const longer = holdsAt - at - KEY_WAIT_MS[by];
	if (areChangesHeld && longer > SAID_WITHIN_MS) return "payment_key.held_back";
	return longer >= 0 ? null : "payment_key.unasked";
}
function confirm({ waiting }, commitment) {
	if (waiting?.commitment === commitment && waiting.by === "administration") waiting.isConfirmed = true;
}
function withdraw(read, memberId, actorId) {
	const { areChangesHeld } = read;
	const keys = keysOf(read, memberId);
	const isTheirs = keys.waiting?.by === "administration" && actorId !== null && actorId !== memberId;
	keys.waiting = null;
	return areChangesHeld && !isTheirs ? "payment_key.held_back" : null;
}
function isHeldBack(read, at) {
	const { members, areChangesHeld, nextAt } = read;
	if (!areChangesHeld || at < nextAt) return false;
	read.nextAt = Infinity;
	let isLate = false;
	for (const { waiting } of members.values()) {
		if (!waiting || waiting.dueSince === Infinity) continue;
		if (at >= waiting.holdsAt) waiting.dueSince ??= at;
		const isTold = waiting.dueSince !== null && at - waiting.dueSince > SAID_WITHIN_MS;
		if (isTold) waiting.dueSince = Infinity;
		else read.nextAt = Math.min(read.nextAt, waiting.holdsAt);
		isLate ||= isTold;
	}
	return isLate;
}
// circle/ledger/pix-ids.ts
function checkPixIds(entries) {
	const faults = [];
	const firstOf = new Map();
	const named = new Map();
	const spent = new Set();
	for (const { seq, kind, payload } of entries) {
		if (kind === "donation.part_confirmed") spent.add(named.get(String(payload["donationId"])) ?? null);
		if (kind !== "donation.receipt_sent" && kind !== "donation.receipt_replaced") continue;
		const { payment } = payload;
		const donationId = String(payload["donationId"]);
		named.set(donationId, typeof payment === "string" ? payment : null);
		if (typeof payment !== "string") continue;
		const first = firstOf.get(payment) ?? donationId;
		firstOf.set(payment, first);
		if (first !== donationId || spent.has(payment)) faults.push({
			code: "payment.reused",
			seq,
			id: first
		});
	}
	return faults;
}
// circle/ledger/read-known.ts
function readKnown$1(entries, upTo) {
	const count = countKnown(entries, upTo);
	const known = entries.slice(0, count);
	const [removals, consent] = [openRemovals(), openConsent()];
	try {
		follow(known, [removals, consent]);
		const state = isFoundedOnce(known) && consent.draft ? consent.draft : stateAfter(known);
		if (state === null) return null;
		for (const reader of [removals, consent]) if (reader.draft) reader.draft = draftOf(reader.draft);
		return {
			count,
			state,
			removals: {
				count,
				reader: removals
			},
			consent: {
				count,
				reader: consent
			}
		};
	} catch {
		return null;
	}
}
function isFoundedOnce(entries) {
	return entries.findLastIndex(isFounding) === 0 && entries[1]?.kind === "circle.created";
}
function isFounding({ kind, payload }) {
	return kind === "command" && payload.command?.kind === "create_circle";
}
// circle/ledger/replay.ts
function replayRules(entries, given = 0) {
	const faults = [];
	let fromSeq = null;
	const known = typeof given === "number" ? knownEntries(entries, given) : given;
	let { state } = known;
	let decided = null;
	let lastAt = -Infinity;
	let lastChange = null;
	const taken = new Set();
	const weakens = openStays();
	for (const [index, entry] of entries.entries()) {
		const at = Date.parse(entry.at);
		if (at < lastAt) faults.push({
			code: "rules.time",
			seq: entry.seq
		});
		lastAt = Math.max(lastAt, at);
		const isCommandEntry = entry.kind === COMMAND_KIND;
		if (isCommandEntry) fromSeq ??= entry.seq;
		if (index < known.count) {
			if (isCommandEntry) noteKnown(entry.payload, taken, weakens);
			continue;
		}
		const step = isCommandEntry ? repeatCommand(entry, at, state, decided, lastChange) : isRecordKind(entry.kind) ? readRecord(entry, state, decided) : decided ? expectEvent(entry, decided) : fromSeq === null ? applyUnrecorded(entry, at, state) : { fault: "rules.unexplained" };
		if ("fault" in step) return {
			fromSeq,
			faults: [...faults, {
				code: step.fault,
				seq: entry.seq
			}]
		};
		if (isCommandEntry && (!areNew(taken, entry.payload) || step.decided && weakens(step.decided.command))) return {
			fromSeq,
			faults: [...faults, {
				code: "rules.refused",
				seq: entry.seq
			}]
		};
		if (decided && !step.decided && decided.before) lastChange = nextLastChange(lastChange, {
			...decided,
			before: decided.before
		});
		state = step.state;
		decided = step.decided;
	}
	const last = entries.at(-1);
	if (decided && last) faults.push({
		code: "rules.incomplete",
		seq: last.seq
	});
	return {
		fromSeq,
		faults
	};
}
function noteKnown(payload, taken, weakens) {
	areNew(taken, payload);
	weakens(payload.command);
}
function openStays() {
	let rejectedStay = false;
	let lateStay = false;
	return (command) => {
		const endsUnpaid = command.kind === "expire" && !command.late;
		const holdsForEver = command.kind === "open_case" && !command.bounded;
		const vanishes = command.kind === "reject_receipt" && !command.stays;
		const isWeaker = lateStay && (endsUnpaid || holdsForEver) || rejectedStay && vanishes;
		rejectedStay ||= command.kind === "reject_receipt" && command.stays === true;
		lateStay ||= holdsToRules(command, 5) || command.kind === "expire" && command.late === true;
		return isWeaker;
	};
}
function applyUnrecorded(entry, at, state) {
	const step = applyEvent(entry, at, state);
	return "fault" in step || step.state?.mode !== "real" ? step : { fault: "rules.unrecorded" };
}
function repeatCommand(entry, now, state, open, lastChange) {
	if (open) return { fault: "rules.incomplete" };
	const { command, ids, via, helper, signature: _, ...more } = entry.payload;
	if (Object.keys(more).length > 0 || !saysHelper({
		via,
		helper
	})) return { fault: "rules.unreadable" };
	if (!isCommand(command) || !Array.isArray(ids)) return { fault: "rules.unreadable" };
	if (command.kind === "undo" && !undoes(command, lastChange)) return { fault: "rules.refused" };
	if (!mayAct(command, entry.actor_id, state)) return { fault: "rules.actor" };
	if (via !== void 0 && !mayBeVia(via, entry.actor_id, command.kind === "create_circle" ? command.mode : state?.mode)) return { fault: "rules.actor" };
	let taken = 0;
	const newId = () => String(ids[taken++]);
	try {
		const result = decide(state, command, {
			now,
			newId
		});
		if (!result.ok) return { fault: command.kind === "create_circle" ? "rules.not_balanced" : "rules.refused" };
		if (taken !== ids.length) return { fault: "rules.differs" };
		const { events } = result;
		const { actor_id: actorId, seq } = entry;
		const decided = {
			actorId,
			seq,
			command,
			events,
			left: events,
			after: result.state,
			before: state
		};
		return events.length === 0 ? { fault: "rules.differs" } : {
			state,
			decided
		};
	} catch {
		return { fault: "rules.refused" };
	}
}
function areNew(taken, { command, ids }) {
	const named = command.kind === "report" || command.kind === "open_case" ? [command.reportId, ...ids] : ids;
	const before = taken.size;
	for (const id of named) taken.add(String(id));
	return taken.size === before + named.length;
}
function expectEvent({ kind, payload, actor_id }, decided) {
	const { actorId, after, before } = decided;
	const [expected, ...left] = decided.left;
	if (!isSameJson({
		...payload,
		kind
	}, expected)) return { fault: "rules.differs" };
	if (actor_id !== actorId) return { fault: "rules.actor" };
	return left.length === 0 ? {
		state: after,
		decided: null
	} : {
		state: before,
		decided: {
			...decided,
			left
		}
	};
}
function undoes({ seq, inverse }, last) {
	return last !== null && last.rests === null && last.seq === seq && isSameJson(inverse, last.inverse);
}
function readRecord({ kind, payload, actor_id }, state, open) {
	if (open) return { fault: "rules.incomplete" };
	if (!state) return { fault: "rules.unexplained" };
	if (!isRecordKind(kind) || !isRecordPayload(kind, payload)) return { fault: "rules.unreadable" };
	const isVia = payload["via"] === "temporary" && kind === "member.password_changed" && actor_id !== null || mayBeVia(payload["via"], actor_id, state.mode);
	if (!mayRecord(kind, actor_id, payload) || !isVia) return { fault: "rules.actor" };
	if (kind === "substitute.asked" && !areSumsOf(state, payload)) return { fault: "rules.refused" };
	return {
		state,
		decided: null
	};
}
function areSumsOf({ members }, { memberId, given, received }) {
	const member = members.get(String(memberId));
	return member !== void 0 && member.given[1] === Number(given) && member.received[1] === Number(received);
}
function applyEvent({ kind, payload }, at, state) {
	if (!isEventKind(kind)) return { fault: "rules.unknown_kind" };
	try {
		const next = evolve(state, {
			...payload,
			kind
		}, at);
		if (next.mode === "real" && !isBalanced(next.plan)) return { fault: "rules.not_balanced" };
		return {
			state: next,
			decided: null
		};
	} catch {
		return { fault: "rules.unreadable" };
	}
}
var NOBODYS = [
	"expire",
	"apply_draw",
	"generate_pull",
	"depart_member"
];
function mayAct(command, actorId, state) {
	if (actorId === null && state?.mode === "real" && !NOBODYS.includes(command.kind)) return false;
	switch (command.kind) {
		case "send_receipt":
		case "reject_receipt":
		case "report":
		case "accept_upgrade":
		case "serve_again":
		case "swap_turns":
		case "pay_ahead":
		case "take_shares": return actorId === command.memberId;
		case "confirm": return command.by === "administration" ? actorId !== null : actorId === command.by?.memberId;
		case "open_case": return actorId !== null && (state?.mode === "real" || !state?.members.has(actorId));
		case "expire":
		case "apply_draw": return actorId === null;
		case "depart_member": return actorId !== null || state?.mode !== "real" || command.how === "left";
		default: return true;
	}
}
function mayBeVia(via, actorId, mode) {
	if (!VIAS.includes(via) || via === "temporary") return false;
	return via === "job" === (actorId === null) && (via !== "seed" || mode === "demonstracao");
}
// circle/ledger/swaps.ts
var SWAP_ASK_MS = 6048e5;
var swapText = (swapId, position, otherPosition) => `${swapId} ${position} ${otherPosition}`;
var acceptText = ({ swapId, memberId, position, otherPosition }) => `${swapId} ${memberId} ${otherPosition} ${position}`;
function openSwaps(sha256) {
	const asks = new Map();
	const ever = new Set();
	let mustRead = false;
	const ask = ({ at, payload }) => {
		const { swapId, memberId, subjectId, from, to, hash, signature } = payload;
		if (signature === void 0) return "swap.unsigned";
		if (ever.has(swapId) || sha256(swapText(swapId, from, to)) !== hash) return "swap.unasked";
		ever.add(swapId);
		const positions = {
			position: Number(from),
			otherPosition: Number(to)
		};
		asks.set(swapId, {
			swapId,
			memberId,
			otherId: subjectId,
			...positions,
			at: Date.parse(at),
			key: signatureIn({ payload }).key
		});
		return null;
	};
	const accept = ({ at, payload }) => {
		const { command, signature } = payload;
		mustRead ||= holdsToRules(command, 5);
		if (command?.kind !== "swap_turns") return null;
		const asked = asks.get(command.swapId);
		asks.delete(command.swapId);
		if (signature === void 0) return "swap.unsigned";
		if (!(asked !== void 0 && asked.memberId === command.otherId && asked.otherId === command.memberId && asked.position === command.otherPosition && asked.otherPosition === command.position) || Date.parse(at) - asked.at > 6048e5) return "swap.unasked";
		return (signature.image ? signature.image === sha256(acceptText(asked)) : !mustRead) ? null : "swap.unread";
	};
	return {
		read(entry) {
			const { kind, payload, actor_id: actorId } = entry;
			if (kind === "command") return accept(entry);
			if (kind === "swap.asked") return ask(entry);
			const swapId = String(payload["swapId"]);
			const asked = asks.get(swapId);
			if (kind === "turns.swapped") asks.delete(swapId);
			if (kind === "member.key_removed") {
				for (const [id, { key }] of asks) if (key === payload["keyId"]) asks.delete(id);
			}
			if (kind === "swap.ended" && (asked?.memberId === actorId || asked?.otherId === actorId)) asks.delete(swapId);
			return null;
		},
		standing: (now) => [...asks.values()].filter(({ at }) => now - at <= SWAP_ASK_MS)
	};
}
// circle/ledger/device-keys.ts
var DEVICE_WAITS_MS = 864e5;
function openDeviceKeys(sha256) {
	const keys = new Map();
	const owners = new Map();
	const members = new Set();
	const add = ({ seq, at, payload }, areWaiting) => {
		const { keyId, memberId, publicKey } = payload;
		if (!keyId || !memberId || !publicKey) return "signature.unreadable";
		if (keys.has(keyId) || owners.has(publicKey)) return "key.repeated";
		const holdsFrom = areWaiting && members.has(memberId) ? Date.parse(at) + DEVICE_WAITS_MS - TOLERANCE_MS : -Infinity;
		keys.set(keyId, {
			keyId,
			memberId,
			publicKey,
			addedSeq: seq,
			removedSeq: null,
			holdsFrom
		});
		owners.set(publicKey, memberId);
		members.add(memberId);
		return null;
	};
	const change = ({ seq, at, kind, payload }) => {
		if (kind !== "member.key_removed" && kind !== "member.key_admitted") return null;
		const key = keys.get(String(payload["keyId"]));
		if (!key || key.memberId !== payload["memberId"] || key.removedSeq !== null) return "key.unknown";
		if (kind === "member.key_removed") {
			key.removedSeq = seq;
			return null;
		}
		const isOfKey = sha256 === null || payload["hash"] === sha256(key.publicKey);
		if (payload["signature"] === void 0 || !isOfKey) return "key.admitted_wrongly";
		key.holdsFrom = Math.min(key.holdsFrom, Date.parse(at));
		return null;
	};
	return {
		add,
		change,
		find: (keyId) => keys.get(keyId),
		hasOf: (memberId) => members.has(memberId),
		keysOf: (memberId) => [...keys.values()].filter((key) => key.memberId === memberId)
	};
}
function faultOfKey(key, memberId, at) {
	if (!key) return "signature.unknown_key";
	if (key.memberId !== memberId) return "signature.other_key";
	if (key.removedSeq !== null) return "signature.removed_key";
	return at < key.holdsFrom ? "signature.waiting_key" : null;
}
// circle/ledger/signed-ends.ts
var RECENT = 256;
function openEnds() {
	const entries = [];
	const places = new Map();
	let indexed = 0;
	const placeOf = (hash) => {
		for (let place = entries.length - 1; place >= Math.max(indexed, entries.length - RECENT); place -= 1) if (entries[place].hash === hash) return place;
		for (; indexed < entries.length; indexed += 1) places.set(entries[indexed].hash, indexed);
		return places.get(hash);
	};
	return {
		add(entry) {
			entries.push(entry);
		},
		find(hash) {
			const place = placeOf(hash);
			const entry = place === void 0 ? void 0 : entries[place];
			if (!entry) return void 0;
			const next = entries[place + 1];
			return {
				seq: entry.seq,
				endedAt: next ? Date.parse(next.at) : Infinity
			};
		}
	};
}
// circle/ledger/signatures.ts
var UNSIGNED_SHOWN = 100;
function openSignatures(circleId, isSigned = null, sha256 = null, knownUpTo = 0) {
	const read = {
		circleId,
		isSigned,
		keys: openDeviceKeys(sha256),
		ends: openEnds(),
		donations: openSignedDonations(),
		decisions: openDecisions(sha256),
		counts: new Map(),
		held: {
			areWaiting: false,
			areDeeds: false,
			areWords: false,
			areParts: false,
			isLastChange: false,
			isAll: false
		},
		isReal: false,
		unsigned: [],
		signed: 0,
		unchecked: 0,
		unsignedFound: 0
	};
	const readAct = (entry) => {
		const { signature } = entry.payload;
		const decision = read.decisions.read(entry, { isAllHeld: read.held.isAll });
		if (signature !== void 0 && entry.seq <= knownUpTo) return readKnown(read, signature);
		if (decision === "differs") return "signature.invalid";
		return signature === void 0 ? readUnsigned(read, entry, { isSettled: decision === "settled" }) : readSigned(read, entry, signature);
	};
	return {
		read(entry) {
			if (entry.kind === "circle.created") read.isReal = entry.payload["mode"] === "real";
			const { command } = entry.payload;
			if (holdsToRules(command)) beHeld(read.held, command);
			const fault = entry.kind === "member.key_added" ? read.keys.add(entry, read.held.areWaiting) : readAct(entry) ?? read.keys.change(entry);
			read.donations.note(entry);
			read.ends.add(entry);
			return fault;
		},
		result: () => {
			const { signed, unchecked, unsigned, unsignedFound } = read;
			return {
				signed,
				unchecked,
				unsigned,
				unsignedFound
			};
		},
		keysOf: read.keys.keysOf
	};
}
function beHeld(held, command) {
	held.areWaiting ||= holdsToRules(command, 3);
	held.areDeeds ||= holdsToRules(command, 4);
	held.areWords ||= holdsToRules(command, 5);
	held.areParts ||= holdsToRules(command, 5);
	held.isLastChange ||= holdsToRules(command, 5);
	held.isAll ||= holdsToRules(command, 5);
}
function readKnown(read, { key, count }) {
	read.signed += 1;
	if (read.isSigned === null) read.unchecked += 1;
	if (count !== void 0) read.counts.set(key, count);
	return null;
}
function readUnsigned(read, entry, { isSettled }) {
	const { keys, counts, held, isReal, unsigned } = read;
	const act = actOfEntry(entry);
	if (!act || entry.payload["via"] === "seed" || helperIn(entry) !== null || !keys.hasOf(act.memberId)) return null;
	if (DECISIONS.includes(act.act) && (isSettled || !held.areDeeds)) return null;
	if (act.act === "say" && !held.areWords) return null;
	read.unsignedFound += 1;
	const { memberId, donationId } = act;
	if (unsigned.length < UNSIGNED_SHOWN) unsigned.push({
		seq: entry.seq,
		memberId,
		act: act.act,
		donationId
	});
	const isDemanded = shapeOf(act.act).isDemanded && (act.act !== "leave" || held.areWaiting);
	const isBefore = counts.size === 0 && !held.isAll;
	if (!isReal || isBefore || !isDemanded) return null;
	return act.act === "say" ? "words.unsigned" : "act.unsigned";
}
function readSigned(read, entry, signature) {
	const { keys, counts, held } = read;
	const act = actOfEntry(entry);
	const helperId = helperIn(entry);
	if (!act) return "signature.misplaced";
	if (!isActSignature(signature, act.act)) return "signature.unreadable";
	if (!isOfRecord(act.act, signature, entry.payload) || signature.cents !== act.cents) return "signature.invalid";
	if (held.areWords && shapeOf(act.act).hasWords && signature.image === null) return "words.unsigned";
	read.signed += 1;
	return faultOfKey(keys.find(signature.key), helperId ?? act.memberId, Date.parse(entry.at)) ?? faultOfMoment(read, entry, {
		act,
		signature
	}) ?? faultOfCount(counts, signature, helperId !== null) ?? verify$2(read, entry.seq, {
		act,
		signature,
		helped: helperId === null ? null : act.memberId
	});
}
function faultOfMoment({ ends, donations, held }, entry, { act, signature }) {
	const moment = {
		seq: entry.seq,
		at: Date.parse(entry.at)
	};
	const signedEnd = ends.find(signature.head);
	if (signedEnd === void 0) return "signature.unknown_head";
	const seen = held.isLastChange && shapeOf(act.act).isOfDonation ? donations.lastChange(act.donationId) : 0;
	if (!isFresh(signedEnd, moment, signature) || signedEnd.seq < seen) return "signature.old_head";
	return isTimely(signature, moment) ? null : "signature.out_of_time";
}
function faultOfCount(counts, { key, count }, isOfHelper) {
	const before = counts.get(key);
	if (count === void 0) return before === void 0 && !isOfHelper ? null : "signature.old_format";
	if (before !== void 0 && count <= before) return "signature.repeated";
	counts.set(key, count);
	return null;
}
function verify$2(read, seq, { act, signature, helped }) {
	const { circleId, isSigned, keys, ends, donations, held } = read;
	const { publicKey } = keys.find(signature.key);
	const debt = shapeOf(act.act).isOfDonation ? donations.debtOf(act.donationId) : null;
	const { image, part } = signature;
	const isNextPart = part === donations.partsOf(act.donationId) + 1;
	if (part === void 0 ? held.areParts && act.act === "confirm" && act.cents !== void 0 : !isNextPart) return "signature.invalid";
	const text = signedTextOf(circleId, {
		...act,
		image,
		...part === void 0 ? {} : { part }
	}, debt, {
		...signature,
		seq: ends.find(signature.head).seq
	}, helped);
	const holds = isSigned && isSigned({
		seq,
		publicKey,
		text,
		sig: signature.sig
	});
	if (holds === null) read.unchecked += 1;
	return holds === false ? "signature.invalid" : null;
}
function openSignedDonations() {
	const debts = new Map();
	const changed = new Map();
	const parts = new Map();
	return {
		note(entry) {
			const { donationId, part } = entry.payload;
			const debt = debtOf(entry);
			if (debt) debts.set(donationId, debt);
			if (isEventKind(entry.kind)) changed.set(donationId, entry.seq);
			if (entry.kind === "donation.part_confirmed") parts.set(donationId, part);
		},
		debtOf: (donationId) => debts.get(donationId) ?? null,
		lastChange: (donationId) => changed.get(donationId) ?? 0,
		partsOf: (donationId) => parts.get(donationId) ?? 0
	};
}
// circle/ledger/verify.ts
var FAULTS_SHOWN = 100;
function verifyLedger(question, tools) {
	const { circleId, head } = question;
	const faults = [];
	const found = (code, where = {}) => faults.push({
		code,
		seq: null,
		line: null,
		id: null,
		...where
	});
	const verifiedUpTo = question.verifiedUpTo ?? 0;
	const entries = inOrder(question.entries, {
		headSeq: head.seq,
		verifiedUpTo
	}, found);
	verifyChain(circleId, entries, {
		...tools,
		verifiedUpTo
	}, found);
	verifyHead(circleId, entries, head, found);
	verifyKept(circleId, entries, head, question.kept ?? [], found);
	const isWhole = faults.every(({ code }) => !code.startsWith("entry."));
	if (question.checkpoints?.isDayUnreadable) found("checkpoint.unreadable");
	if (isWhole && question.checkpoints) verifyCheckpoints(circleId, entries, question.checkpoints, found);
	if (isWhole) verifyTimes(entries, question, found);
	const contents = isWhole ? verifyContents(question, entries, tools, found) : NOTHING;
	return {
		entries: question.entries.length,
		faults: faults.slice(0, FAULTS_SHOWN),
		faultsFound: faults.length,
		...contents
	};
}
var NOTHING = {
	money: null,
	replayedFrom: null,
	rules: null,
	signatures: null,
	consentFrom: null,
	administrators: null,
	own: null
};
function verifyContents(question, entries, tools, found) {
	const { circleId, head } = question;
	const { sha256, isActSigned } = tools;
	const contradicted = new Set();
	const contradict = ({ code, seq }) => {
		if (!contradicted.has(seq)) found(code, { seq });
		contradicted.add(seq);
	};
	const read = entryReader(entries, (seq) => contradict({
		code: "rules.unreadable",
		seq
	}));
	const tell = (result) => {
		for (const { code, seq, id = null } of result.faults) found(code, {
			seq,
			id
		});
		return result;
	};
	const books = tell(read(keepBooks)).books;
	const keys = tell(read(keepKeys)).keys;
	const { rules } = tell(read(readFounding));
	const knownIn = openKnown(question.verifiedUpTo ?? 0);
	const replayed = read((some) => replay(some, knownIn(some) ?? question.verifiedUpTo));
	replayed.faults.forEach(contradict);
	const { administrators } = tell(read((some) => checkApprovals(some, sha256, knownIn(some)?.removals)));
	tell({ faults: read((some) => checkDraws(circleId, some, sha256)) });
	for (const open of [
		openMemberWords,
		openSwaps,
		openSubstitutes,
		openBeginnings.bind(null, circleId)
	]) tell({ faults: read((some) => faultsOf(some, open(sha256).read)) });
	tell({ faults: read(checkHelpers) });
	tell({ faults: read(checkCalendar) });
	tell({ faults: read(checkAppeals) });
	tell({ faults: read((some) => checkEnding(some, sha256)) });
	tell({ faults: read(checkWords) });
	tell({ faults: read(checkPixIds) });
	const { signatures } = tell(read((some) => readSignatures(question, some, {
		isActSigned,
		sha256
	})));
	for (const journal of question.journals ?? []) tell({ faults: read((some) => checkJournal({
		circleId,
		key: head.key,
		entries: some
	}, signatures, journal, sha256)) });
	const records = [question.own, ...question.others ?? []];
	const parts = records.map((each) => each && tell(read((some) => ownPart(some, {
		books,
		keys,
		signatures,
		known: knownIn(some),
		now: question.now
	}, each, tools))));
	const consent = tell(read((some) => holdToConsent(question, some, {
		sha256,
		begun: knownIn(some)?.consent
	})));
	for (const { memberId, consents } of records.filter((each) => each !== void 0)) if (consents) tell({ faults: read((some) => checkOwnConsents(some, {
		circleId,
		memberId
	}, consents, sha256)) });
	const { faults: _, ...own } = parts[0] ?? { faults: [] };
	return {
		money: books.money(),
		replayedFrom: replayed.fromSeq,
		rules,
		signatures: signatures.result(),
		consentFrom: consent.fromSeq,
		administrators,
		own: parts[0] ? own : null
	};
}
function openKnown(upTo) {
	let of = null;
	let known = null;
	return (entries) => {
		if (of === null) [of, known] = [entries, readKnown$1(entries, upTo)];
		return of === entries ? known : null;
	};
}
function replay(entries, known) {
	if (!isOfRealCircle(entries) && !entries.some(({ kind }) => kind === "command")) return {
		fromSeq: null,
		faults: []
	};
	return replayRules(entries, known);
}
function readSignatures({ circleId, verifiedUpTo }, entries, { isActSigned, sha256 }) {
	const signatures = openSignatures(circleId, isActSigned, sha256, verifiedUpTo);
	return {
		signatures,
		faults: faultsOf(entries, (entry) => signatures.read(entry))
	};
}
function signedTexts(circleId, given, verifiedUpTo = 0) {
	const readable = given.filter((value, index) => isReadable(value, index, verifiedUpTo));
	if (!readable.some((entry) => entry.seq > verifiedUpTo && signatureIn(entry) !== void 0)) return [];
	return entryReader(readable)((entries) => {
		const texts = [];
		const take = (signed) => {
			texts.push(signed);
			return null;
		};
		const signatures = openSignatures(circleId, take, null, verifiedUpTo);
		for (const entry of entries) signatures.read(entry);
		return texts;
	});
}
function holdToConsent({ circleId, terms, own }, entries, { sha256, begun }) {
	const { fromSeq, faults: consents, inForce, lacks } = checkConsent(entries, begun);
	const isKnown = inForce !== null && inForce.seq <= (own?.onPage?.upTo ?? 0);
	const isSaid = own?.hasAccepted === true || own?.onPage?.hasAccepted === true && isKnown;
	const isEnded = entries.some(({ kind }) => kind === "circle.closed");
	const hidden = own !== void 0 && isSaid && !isEnded && lacks(own.memberId) ? [{
		code: "own.terms_hidden",
		seq: inForce?.seq ?? null
	}] : [];
	const faults = [...consents, ...hidden];
	if (!terms) return {
		fromSeq,
		faults
	};
	const { mode, isClosed, plan: shownPlan, ...document } = terms;
	const founded = entries.find(({ kind }) => kind === "circle.created");
	if (mode !== void 0 && founded && founded.payload["mode"] !== mode) return {
		fromSeq,
		faults: [...faults, {
			code: "terms.mode",
			seq: founded.seq
		}]
	};
	if (isClosed && !isEnded) return {
		fromSeq,
		faults: [...faults, {
			code: "terms.closed",
			seq: entries.at(-1)?.seq ?? null
		}]
	};
	if (!inForce) return {
		fromSeq,
		faults
	};
	const { plan, rotation, hash, seq } = inForce;
	return {
		fromSeq,
		faults: sha256(termsHashText({
			circleId,
			plan,
			...document,
			rotation
		})) === hash && (shownPlan === void 0 || isSameJson(shownPlan, plan)) ? faults : [...faults, {
			code: "terms.differ",
			seq
		}]
	};
}
function keepBooks(entries) {
	const books = openLedgerBooks();
	const faults = faultsOf(entries, ({ seq, kind, payload }) => kind === "command" ? null : books.record(seq, kind, payload));
	const { givenCents, receivedCents, administrationCents } = books.money();
	if (givenCents !== receivedCents + administrationCents) faults.push({
		code: "books.not_conserved",
		seq: null
	});
	return {
		books,
		faults
	};
}
function keepKeys(entries) {
	const keys = openPaymentKeyBooks();
	return {
		keys,
		faults: faultsOf(entries, (entry) => keys.record(entry))
	};
}
// contracts/ledger-faults.ts
var ledgerFaultSentences = {
	"entry.unreadable": "A posição {line} não é um lançamento que se possa ler.",
	"entry.missing": "Falta o lançamento {seq}.",
	"entry.repeated": "O lançamento {seq} aparece mais de uma vez, de novo na posição {line}.",
	"entry.moved": "O lançamento {seq} está fora do lugar: deveria estar na posição {line}.",
	"entry.altered": "O lançamento {seq} foi alterado: o conteúdo não é o que a marca dele diz.",
	"entry.unlinked": "O lançamento {seq} não continua o anterior: o que veio antes dele foi trocado.",
	"head.unsigned": "A assinatura do fim do livro não confere.",
	"head.differs": "O livro não termina onde a assinatura diz, no lançamento {seq}.",
	"kept.unsigned": "A assinatura guardada do lançamento {seq} não confere: o arquivo guardado foi alterado.",
	"kept.other_circle": "O que foi guardado no lançamento {seq} é de outro círculo.",
	"kept.other_key": "A chave que assina hoje não é a que assinou o lançamento {seq} guardado.",
	"kept.cut": "O livro foi encurtado: o que foi guardado chega ao lançamento {seq}.",
	"kept.rewritten": "O livro foi reescrito: o lançamento {seq} não é o que foi assinado antes.",
	"time.dated_back": "O lançamento {seq} tem uma data que não pode ser a dele: uma assinatura guardada mostra que foi escrito em outra hora.",
	"time.ahead": "O lançamento {seq} tem uma data que ainda não chegou. Se o relógio deste aparelho estiver certo, o do livro foi adiantado.",
	"time.stale": "O livro veio assinado com uma hora de mais de um dia atrás. Se o relógio deste aparelho estiver certo, o do livro foi atrasado.",
	"time.moved_by_hand": "O lançamento {seq} diz que o relógio foi posto à mão, o que num círculo real não existe: as datas dele podem ser inventadas.",
	"checkpoint.unreadable": "O código de hoje, como o servidor o mostra, não se pode ler: com ele ninguém compara o livro. Mostre isto ao grupo.",
	"checkpoint.unsigned": "O código dos primeiros {seq} lançamentos não foi assinado pela chave deste livro.",
	"checkpoint.other_circle": "O código guardado, dos primeiros {seq} lançamentos, é de outro círculo.",
	"checkpoint.cut": "O livro foi encurtado: o código guardado é de {seq} lançamentos.",
	"checkpoint.rewritten": "O livro foi reescrito: os primeiros {seq} lançamentos não são os do código.",
	"own.missing": "A sua doação {id} não está no livro.",
	"own.differs": "A sua doação {id} está no livro com outro valor, prazo, outra pessoa ou em outra situação (lançamento {seq}).",
	"own.unlisted": "O livro tem no lançamento {seq} uma doação sua, {id}, que os seus dados não têm.",
	"own.not_offered": "Uma doação sua espera por você, diz o lançamento {seq} do livro, e o servidor não deixa pagar, confirmar ou dizer que há um problema. Avise hoje o grupo e a outra pessoa.",
	"own.other_key": "A chave de pagamento que foi mostrada na sua doação {id} não é a que ficou no livro (lançamento {seq}).",
	"own.shut_out": "O servidor diz que você está fora do círculo, e no livro você participa dele desde o lançamento {seq}.",
	"own.turns_differ": "O servidor mostra a ordem, ou os meses em que cada vez chega, de outro jeito do que o livro diz até o lançamento {seq}.",
	"own.result_differs": "O servidor mostra outras contas da roda, ou outras suas, do que o livro diz até o lançamento {seq}.",
	"own.proposal_hidden": "O livro tem no lançamento {seq} uma proposta que toca você, e o servidor não mostra, ou mostra de outro jeito. Pergunte hoje ao grupo: sem ninguém discordar, ela pode valer em poucos dias.",
	"own.proposal_differs": "A proposta do lançamento {seq} do livro é mostrada de outro jeito do que está nele: outras pessoas, outro valor ou outra mudança. Não decida nada sobre ela antes de perguntar ao grupo.",
	"own.case_differs": "Um caso seu é mostrado de outro jeito do que está no livro (lançamento {seq}): falta ou mudou o que alguém disse, quem disse, ou a decisão. Mostre isto à outra pessoa do caso.",
	"own.paid_elsewhere": "No livro (lançamento {seq}), você é paga em outra chave do que o seu perfil mostra, ou uma troca da sua chave espera e não aparece. Avise hoje quem lhe deve.",
	"own.device_hidden": "Um aparelho que assina por você desde o lançamento {seq} do livro não está na lista dos seus aparelhos, ou está de outro jeito. Mostre isto ao grupo antes de retirar algum.",
	"own.appeal_hidden": "Um caso seu foi decidido no lançamento {seq} do livro, e o servidor não oferece o recurso, ou diz outro prazo. Você tem 14 dias desde a decisão: peça o recurso hoje, diante do grupo.",
	"own.terms_hidden": "Os termos mudaram no lançamento {seq} do livro, e o servidor mostra que você já os aceitou. Enquanto você não aceitar, nada lhe é pago: avise hoje o grupo.",
	"own.draw_hidden": "Um sorteio da ordem começou no lançamento {seq} do livro, e o servidor não mostra, ou mostra outro prazo. Avise hoje o grupo: sem o seu número, outros escolhem por você.",
	"payment_key.unasked": "O lançamento {seq} troca uma chave de pagamento sem que a troca tenha sido pedida, ou antes da hora.",
	"payment_key.held_back": "No lançamento {seq}, alguém continua a ser pago na chave antiga: a troca que pediu foi desfeita por outra pessoa, ou já devia valer. Pergunte a quem recebe antes de pagar.",
	"approval.missing": "O lançamento {seq} decide, num círculo real, o que só duas pessoas podem decidir, ou uma depois de 72 horas.",
	"approval.unfounded": "O lançamento {seq} executa uma proposta que não foi aprovada por outra pessoa, nem esperou 72 horas por não haver quem a aprovasse, ou encerra uma em nome de quem não podia.",
	"appeal.unfounded": "O lançamento {seq} faz ou decide um recurso que não pode existir: sem decisão antes, de quem não é parte, fora do prazo ou pela segunda vez.",
	"appeal.own_decision": "O lançamento {seq} decide um recurso por quem tinha tomado parte na primeira decisão, sem outra pessoa e sem esperar 72 horas.",
	"fiscal.named_wrongly": "O lançamento {seq} indica como fiscal quem não pode ser: quem administra ou tem ajuda dessa pessoa, quem não participa, quem já foi indicado, ou mais de cinco pessoas.",
	"fiscal.withdrawn_wrongly": "O lançamento {seq} retira, também por uma ajuda, um fiscal que a roda já confirmou, ou que outra pessoa indicou.",
	"fiscal.unsigned": "O lançamento {seq} confirma ou encerra um fiscal, ou decide como fiscal, sem a assinatura do aparelho.",
	"fiscal.not_theirs": "O lançamento {seq} confirma ou encerra um fiscal em nome de quem não podia dizer isso.",
	"member.made_to_leave": "O lançamento {seq} faz alguém sair do círculo para sempre sem que a própria pessoa o tenha pedido.",
	"deadline.spared": "Até o lançamento {seq}, alguém que não pagou no prazo ficou mais de um dia como se estivesse em dia.",
	"approval.own_matter": "No lançamento {seq}, quem administra e participa decidiu num assunto seu: dinheiro, lugar, vez, chave ou caso.",
	"queue.first_by_hand": "O lançamento {seq} arruma à mão a primeira ordem de uma roda em que quem organiza participa: ela é sorteada, ou todos a aceitam.",
	"administrator.unsaid": "No lançamento {seq}, alguém que participa da roda age como quem administra, sem que isso tenha sido dito antes.",
	"administrator.unapproved": "O lançamento {seq} faz alguém administrar um círculo real sem que duas pessoas, ou uma depois de 72 horas, o tenham decidido.",
	"administrator.unknown": "O lançamento {seq} foi feito, como administração, por quem não administrava o círculo.",
	"administrator.named_late": "O lançamento {seq} diz quem administra o círculo fora do lugar: isso só se diz na criação, uma só vez.",
	"words.stranger": "O lançamento {seq} guarda, num caso, palavras de quem não é parte dele.",
	"words.unsaid": "O lançamento {seq} guarda, num caso, um motivo em nome de quem não avisou nem recorreu ali, ou pela segunda vez.",
	"words.unsigned": "O lançamento {seq} guarda palavras em nome de quem tem aparelho, num círculo real, sem que um aparelho seu as tenha assinado.",
	"founding.older": "O lançamento {seq} funda um círculo real por regras de antes, que nessa data já não se usavam: assim ele exigiria menos.",
	"founding.newer": "O lançamento {seq} funda o círculo por regras que esta versão ainda não conhece. Abra a página de novo, ou use o verificador da versão nova.",
	"words.other_change": "O lançamento {seq} dá um motivo a uma mudança da fila que não existe, ou que outra pessoa fez.",
	"circle.closed_early": "O lançamento {seq} encerra a roda sem que todos estivessem em zero, ou com algo em aberto.",
	"circle.after_end": "O lançamento {seq} foi feito depois do encerramento, quando nada mais acontece na roda.",
	"calendar.unfounded": "O lançamento {seq} pede as contribuições em nome do calendário, e nenhum calendário as pedia então.",
	"payment.reused": "O comprovante do lançamento {seq} traz o ID de uma transação PIX que já estava no de outra doação, {id}.",
	"own.consent_differs": "O livro e os seus dados não dizem o mesmo sobre os termos que você aceitou (lançamento {seq}).",
	"own.words_differ": "Nos seus dados, o que se disse no caso {id} não é o que está marcado no lançamento {seq}, ou o que o aparelho de quem falou assinou.",
	"terms.differ": "Os termos que o servidor mostra (plano, operador, texto ou se é demonstração) não são os que o livro anotou no lançamento {seq}.",
	"terms.mode": "O servidor mostra como demonstração um círculo real, ou o contrário: o livro diz no lançamento {seq} o que ele é. O que se deve num círculo real se paga.",
	"terms.closed": "O servidor diz que a roda terminou, e no livro ela continua até o lançamento {seq}.",
	"books.part_sum": "No lançamento {seq}, o que foi pago em partes não é o que os comprovantes e o valor da doação dizem.",
	"consent.missing": "O lançamento {seq} cobra de quem não tinha aceitado os termos em vigor.",
	"consent.unserved": "Antes do lançamento {seq}, alguém aceitou os termos e continuou sem receber, como se não os tivesse aceitado.",
	"consent.passed_over": "O pedido do lançamento {seq} deixa de cobrar de quem tinha aceitado os termos em vigor.",
	"consent.unequal": "O pedido do lançamento {seq} deixa de cobrar de quem não aceitou os termos e continua a mandar que lhe paguem.",
	"consent.too_soon": "O lançamento {seq} deixa alguém de fora por não ter aceitado termos que tinham mudado há menos de três dias.",
	"consent.not_own": "O lançamento {seq} aceita os termos em nome de outra pessoa.",
	"draw.begun_wrongly": "O lançamento {seq} é de um sorteio que não podia começar assim: outro corria, alguém ficou de fora ou entrou a mais, ou a roda já tinha começado.",
	"draw.stranger": "O lançamento {seq} é de quem não tem parte no sorteio, ou já a teve.",
	"draw.out_of_time": "O lançamento {seq} de um sorteio está fora da hora em que podia acontecer.",
	"draw.number_differs": "O lançamento {seq} mostra num sorteio um número que não é o que tinha sido guardado.",
	"draw.number_left_out": "O lançamento {seq} tira uma ordem de um sorteio em que falta o número de alguém: sem todos os números, nenhuma ordem vale.",
	"draw.secret_differs": "O lançamento {seq} revela num sorteio um segredo que não é o que tinha sido guardado.",
	"draw.order_differs": "A ordem do lançamento {seq} não é a que segue do sorteio.",
	"draw.unfinished": "Até o lançamento {seq}, um sorteio começado não terminou nem caducou como devia.",
	"order.proposed_wrongly": "O lançamento {seq} propõe uma ordem que não é a da marca escrita nele, repete alguém, ou vem enquanto outra está proposta.",
	"order.accepted_wrongly": "O lançamento {seq} aceita em nome de alguém uma ordem que não era a proposta, ou sem a assinatura do aparelho da própria pessoa.",
	"order.ended_wrongly": "O lançamento {seq} encerra uma ordem proposta que ainda valia, ou que não existia.",
	"order.unaccepted": "O lançamento {seq} põe em vigor uma ordem proposta que nem todos tinham aceitado assim, um por um.",
	"word.unsigned": "O lançamento {seq} diz que alguém conhece uma pessoa ou escolheu uma testemunha, sem a assinatura de um aparelho.",
	"word.not_theirs": "O lançamento {seq} diz que se conhecem pessoas que não podiam dizer isso uma da outra.",
	"witness.hash_differs": "O lançamento {seq} traz a chave de outra testemunha, que não a assinada.",
	"helper.named_wrongly": "O lançamento {seq} dá uma pessoa que ajuda a quem não podia ter: a si mesma, a quem assina pelo próprio aparelho ou já tem ajuda.",
	"helper.too_many": "No lançamento {seq}, a mesma pessoa passa a ajudar mais gente do que pode: são duas, no máximo.",
	"helper.unknown": "O lançamento {seq} foi feito em nome de alguém por quem não a ajudava, ou não ajudava mais.",
	"helper.unsigned": "No lançamento {seq}, quem ajuda fez algo por alguém sem a assinatura do seu aparelho.",
	"helper.not_theirs": "No lançamento {seq}, quem ajuda fez por alguém o que só a própria pessoa faz.",
	"substitute.unsigned": "O lançamento {seq} pede que alguém fique com um lugar, ou aceita, sem a assinatura do aparelho de quem o quis.",
	"substitute.unasked": "O lançamento {seq} passa um lugar a outra pessoa sem que as duas o tenham combinado assim.",
	"substitute.undecided": "O lançamento {seq} passa um lugar a outra pessoa sem a decisão de uma terceira.",
	"swap.unsigned": "O lançamento {seq} pede ou faz uma troca de vez sem a assinatura do aparelho de quem a quis.",
	"beginning.unsigned": "O lançamento {seq} aceita um começo sem a assinatura do aparelho de quem o aceitou.",
	"beginning.unaccepted": "O lançamento {seq} traz uma roda já começada com uma linha que a própria pessoa não aceitou assim.",
	"swap.unasked": "O lançamento {seq} troca a vez de duas pessoas sem que uma o tenha pedido e a outra aceitado assim.",
	"swap.unread": "O lançamento {seq} aceita uma troca de vez que não é a que o aparelho de quem aceitou mostrou: outra pessoa ou outros lugares.",
	"books.no_circle": "O lançamento {seq} não deveria estar aí: um livro começa com a criação do círculo, uma só vez.",
	"books.unreadable": "O lançamento {seq} fala de dinheiro sem dizer quanto, de quem ou para onde.",
	"books.owed_twice": "O lançamento {seq} cobra de novo o que já tinha sido cobrado.",
	"books.second_pull": "O lançamento {seq} cobra uma segunda contribuição da mesma pessoa no mesmo mês.",
	"books.not_owed": "O lançamento {seq} trata do que ninguém devia.",
	"books.made_twice": "O lançamento {seq} faz de novo uma doação que já existe.",
	"books.to_oneself": "O lançamento {seq} é uma doação de alguém para si.",
	"books.not_open": "O lançamento {seq} muda uma doação que não estava aberta.",
	"books.differs": "O lançamento {seq} não tem o valor ou as pessoas com que a doação começou.",
	"books.no_receipt": "O lançamento {seq} confirma uma doação sem comprovante.",
	"books.turn_sum": "O lançamento {seq} diz que uma vez pagou o que não foi confirmado nela.",
	"books.not_conserved": "O que foi dado não é o que foi recebido mais a conta administrativa.",
	"rules.unreadable": "O lançamento {seq} não é um pedido nem um fato que as regras conheçam.",
	"rules.unknown_kind": "O lançamento {seq} é de um tipo que as regras não conhecem.",
	"rules.unexplained": "O lançamento {seq} aconteceu sem que ninguém o tenha pedido.",
	"rules.unrecorded": "O lançamento {seq} decide num círculo real sem que o pedido tenha sido anotado, e assim ninguém pode refazê-lo.",
	"rules.refused": "O pedido do lançamento {seq} é um que as regras recusam.",
	"rules.differs": "O lançamento {seq} não é o que as regras fazem do que foi pedido.",
	"rules.incomplete": "Antes do lançamento {seq} falta o que as regras fazem do que foi pedido.",
	"rules.actor": "O lançamento {seq} foi feito por quem não pode fazer isso.",
	"rules.time": "O lançamento {seq} tem uma data anterior à do lançamento de antes.",
	"key.repeated": "O lançamento {seq} registra de novo a chave de um aparelho, ou a de outra pessoa.",
	"key.unknown": "O lançamento {seq} retira um aparelho que não era dessa pessoa.",
	"key.admitted_wrongly": "O lançamento {seq} diz que um aparelho é da pessoa, sem a assinatura de outro aparelho dela ou com outra chave.",
	"act.unsigned": "O lançamento {seq} foi feito em nome de quem tem aparelho, num círculo real, sem a assinatura de um aparelho seu.",
	"signature.unreadable": "O lançamento {seq} tem uma assinatura de aparelho que não se pode ler.",
	"signature.misplaced": "O lançamento {seq} tem uma assinatura de aparelho onde ninguém assina por si.",
	"signature.unknown_key": "O lançamento {seq} foi assinado por um aparelho que o livro não conhecia até ali.",
	"signature.other_key": "O lançamento {seq} foi assinado pelo aparelho de outra pessoa.",
	"signature.removed_key": "O lançamento {seq} foi assinado por um aparelho que já tinha sido retirado.",
	"signature.waiting_key": "O lançamento {seq} foi assinado por um aparelho novo, antes das 24 horas em que os outros ainda podiam dizer que não.",
	"signature.unknown_head": "O lançamento {seq} foi assinado diante de um livro que não é este.",
	"signature.old_head": "O lançamento {seq} foi assinado antes do que ele decide: a doação mudou depois, ou o livro já continuava há mais de um dia.",
	"signature.repeated": "O lançamento {seq} usa de novo, ou fora da ordem, uma assinatura que o aparelho só fez uma vez.",
	"signature.old_format": "O lançamento {seq} tem uma assinatura do modo antigo, de um aparelho que já assinava do modo novo.",
	"signature.out_of_time": "O lançamento {seq} usa uma assinatura de outra hora.",
	"signature.invalid": "A assinatura do aparelho não confere no lançamento {seq}: isto não foi assinado por essa pessoa.",
	"journal.other_circle": "Este não é o círculo em que o seu aparelho assinou o que você fez.",
	"journal.other_key": "A chave que assina este livro não é a que o seu aparelho conhece.",
	"journal.unknown_device": "No lançamento {seq}, um aparelho que este não conhece passou a assinar por você. Se foi você que entrou nele, diga que foi; se não, retire-o no perfil e troque a senha.",
	"journal.unknown_key": "No lançamento {seq}, outra chave passou, ou vai passar, a ser a que lhe pagam. Se foi você que trocou, diga que foi; se não, avise o grupo para não pagar nela e desfaça a troca no perfil.",
	"journal.unsigned": "O lançamento {seq} foi feito em seu nome sem a assinatura de um aparelho seu: uma objeção, um recurso, ou um aparelho retirado. Se não foi você, mostre isto ao grupo.",
	"journal.helped_person": "No lançamento {seq}, algo foi feito em nome de alguém que você ajuda, e não por este aparelho: um aparelho, uma chave, um ato, ou o fim da ajuda. Pergunte à pessoa se foi ela.",
	"journal.helped": "No lançamento {seq}, alguém passou a agir por você como quem ajuda. Se você combinou isso, diga que sim; se não, mostre isto ao grupo.",
	"journal.refused_done": "O lançamento {seq} tem o que você fez neste aparelho e o servidor respondeu que recusou. Não faça de novo, e mostre isto ao grupo.",
	"journal.not_mine": "O lançamento {seq} está no livro como feito por este aparelho, e este aparelho não o fez. Não pague nem confirme nada: mostre isto ao grupo.",
	"journal.past_differs": "O livro não tem, até o lançamento {seq}, o que o seu outro aparelho fez e trouxe para este. Não pague nem confirme nada: mostre isto ao grupo.",
	"journal.key_lost": "Uma chave de pagamento sua, que este aparelho conhece, não está no livro: você continua a ser pago na de antes. Guarde a prova e mostre-a ao grupo.",
	"journal.device_lost": "Este aparelho não está no livro como seu, e o servidor respondeu que estava: em seu nome outros agem sem ele. Mostre isto ao grupo antes de pagar ou confirmar.",
	"journal.swallowed": "O que você fez neste aparelho em {id} não está no livro, embora o servidor tenha respondido que estava feito. Guarde a prova e mostre-a ao grupo.",
	"rules.not_balanced": "No lançamento {seq}, um círculo real fica com um plano que não devolve o que cada um doou."
};
var momentFormat = once(() => new Intl.DateTimeFormat("pt-BR", {
	timeZone: "America/Sao_Paulo",
	dateStyle: "short",
	timeStyle: "short"
}));
function ledgerFaultSentence(fault) {
	return ledgerFaultSentences[fault.code].replace(/\{(\w+)\}/g, (_, name) => {
		const value = String(fault[name] ?? "?");
		return /^\d{4}-\d\d-\d\dT/.test(value) ? momentFormat().format(Date.parse(value)) : value;
	});
}
// circle/ledger/strict-json.ts
function parseOnce(text) {
	const value = JSON.parse(text);
	if (JSON.stringify(value) !== text.trim() && hasKeyTwice(text)) throw new SyntaxError("A key stands twice");
	return value;
}
var TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
function hasKeyTwice(text) {
	const open = [];
	let written = "";
	for (const [token] of text.matchAll(TOKENS)) if (token === "{") open.push(new Set());
	else if (token === "[") open.push(null);
	else if (token === "}" || token === "]") open.pop();
	else if (token !== ":") written = token;
	else {
		const key = JSON.parse(written);
		const keys = open.at(-1);
		if (keys?.has(key)) return true;
		keys?.add(key);
	}
	return false;
}
// contracts/entities/shown-words.ts
function shownWords(text, { circle_id, report_id, words_id, salt, ...proof }) {
	if (salt === null) return null;
	const { what, more, of, until, picture, picture_sent: pictureSent, seq } = proof;
	return {
		circleId: circle_id,
		reportId: report_id,
		wordsId: words_id,
		what,
		text,
		more,
		of,
		until,
		picture,
		pictureSent,
		seq,
		salt
	};
}
// contracts/payment/pix-transaction.ts
function pixTransactionText(id) {
	return id.toUpperCase();
}
// contracts/known-donation.ts
function shownPart({ amount, sent_at, pix_transaction }) {
	const payment = pix_transaction && pixTransactionText(pix_transaction);
	return {
		cents: Math.round(amount * 100),
		sentAt: Date.parse(sent_at),
		payment
	};
}
var timeOf = (time) => time === null ? null : Date.parse(time);
function shownFacts({ status, amount, demonstration, is_reported, report_resolved, rejections, createdAt, missing, parts, answer_due, settlement, ...shown }) {
	const { deadline, clock_stopped, paused_until, scheduled_for, receipt_amount, receipt_sent_at, pix_transaction, report_id: caseId } = shown;
	return {
		...rejections === void 0 ? {} : { rejections: rejections.map(({ reason: text, reason_salt: salt }) => ({
			text,
			salt
		})) },
		...createdAt === void 0 ? {} : { madeAt: Date.parse(createdAt) },
		...parts === void 0 ? {} : { parts: parts.map(shownPart) },
		...status.startsWith("PENDING") && missing !== void 0 ? { missingCents: Math.round(missing * 100) } : {},
		...caseId === void 0 ? {} : { caseId },
		...demonstration === void 0 ? {} : { isDemonstration: demonstration },
		...is_reported !== void 0 && report_resolved !== void 0 ? { isReported: is_reported && !report_resolved } : {},
		...(status === "CONFIRMED" || status === "CANCELLED") && settlement !== void 0 ? { settled: settlement && settlement.outcome } : {},
		...status === "PENDING_PAYMENT" && {
			...deadline === void 0 ? {} : { deadlineAt: timeOf(deadline) },
			...clock_stopped === void 0 ? {} : { isStopped: clock_stopped !== null },
			...clock_stopped?.ends ? { stopEndsAt: Date.parse(clock_stopped.ends) } : {},
			...scheduled_for === void 0 ? {} : { scheduledFor: scheduled_for },
			...paused_until === void 0 ? {} : { pausedUntil: timeOf(paused_until) }
		},
		...receipt_sent_at && (status === "PENDING_CONFIRMATION" || status === "CONFIRMED") ? { sentAt: Date.parse(receipt_sent_at) } : {},
		...status === "CONFIRMED" && pix_transaction ? { payment: pixTransactionText(pix_transaction) } : {},
		...status === "PENDING_CONFIRMATION" && {
			...answer_due === void 0 ? {} : { answerDueAt: timeOf(answer_due) },
			...receipt_amount === void 0 ? {} : { sentCents: Math.round((receipt_amount ?? amount) * 100) },
			...pix_transaction === void 0 ? {} : { payment: pix_transaction && pixTransactionText(pix_transaction) }
		}
	};
}
// contracts/ledger-files.ts
function readCheckpoint(text) {
	const note = parseNote(text);
	return note && parseCheckpoint(note.text) ? note : null;
}
function readProof(text) {
	const { ciranda_proof, journal, heads, checkpoints } = parse(text) ?? {};
	const notes = Array.isArray(checkpoints) ? checkpoints.map((note) => readCheckpoint(String(note))) : [null];
	if (!(ciranda_proof === 1 && (journal === null || isJournal(journal)) && notes.every((note) => note !== null)) || !Array.isArray(heads)) throw new Error("não é uma prova guardada por um aparelho");
	return {
		heads,
		checkpoints: notes,
		journals: journal ? [journal] : []
	};
}
function readLedger(text) {
	const whole = parse(text);
	if (whole?.head) return {
		head: whole.head,
		entries: Array.isArray(whole.entries) ? whole.entries : []
	};
	const [first, ...lines] = text.split("\n").filter((line) => line.trim() !== "").map(parse);
	const { head } = first ?? {};
	if (!head) throw new Error("não é um livro baixado da Ciranda");
	return {
		head,
		entries: lines
	};
}
function parse(text) {
	try {
		return parseOnce(text);
	} catch {
		return null;
	}
}
function readOwnData(text) {
	const data = JSON.parse(text);
	const donations = data.donations.filter(({ waiting }) => !waiting).map(({ id, amount, paid, status, donorId, receiverId, ...shown }) => ({
		id,
		amountCents: Math.round(amount * 100),
		...paid === void 0 ? {} : { paidCents: Math.round(paid * 100) },
		status,
		...donorId === void 0 ? {} : { donorId },
		...receiverId === void 0 ? {} : { receiverId },
		...shownFacts({
			amount,
			status,
			...shown
		}),
		...shownKey(shown)
	}));
	return {
		memberId: data.user.id,
		donations,
		isComplete: true,
		consents: consentsOf(data),
		words: wordsOf(data)
	};
}
function wordsOf({ cases = [] }) {
	return cases.flatMap(({ timeline }) => timeline.flatMap(({ text, proof }) => text && proof ? shownWords(text, proof) ?? [] : []));
}
function consentsOf({ terms = [] }) {
	return terms.flatMap(({ terms_version: hash, shown: { circleId, carried, ...shown } }) => {
		const { plan, operator, text, administrators, rotation } = shown;
		return !carried && circleId && plan && operator !== void 0 && text ? [{
			hash,
			document: {
				circleId,
				plan,
				operator,
				text,
				administrators,
				rotation
			}
		}] : [];
	});
}
function shownKey({ receiver, payment_commitment, payment_salt }) {
	const { pixKey, pixOwnerName, btcAddress = null, usdtAddress = null } = receiver ?? {};
	return {
		...payment_commitment ? { paymentCommitment: payment_commitment } : {},
		...payment_salt && pixKey && pixOwnerName ? { paymentKey: {
			salt: payment_salt,
			pixKey,
			pixOwnerName,
			btcAddress,
			usdtAddress
		} } : {}
	};
}
// scripts/verifier/verify-ledger.ts
var sentences = ledgerFaultSentences;
var sentenceOf = ledgerFaultSentence;
function isSigned(head) {
	try {
		const key = createPublicKey({
			key: {
				kty: "OKP",
				crv: "Ed25519",
				x: head.key
			},
			format: "jwk"
		});
		return verify$1(null, Buffer.from(headText(head)), key, Buffer.from(head.signature, "base64url"));
	} catch {
		return false;
	}
}
var digest = (bytes) => createHash("sha256").update(bytes).digest();
function checkedCheckpoint(note, { circle_id, key }, witnesses) {
	const logKey = namedKey(digest, originOf(circle_id), 1, Buffer.from(key, "base64url"));
	const seenAt = witnesses.flatMap((witness) => {
		const own = parseVerifierKey(digest, witness);
		const seconds = own && cosignedAt(note.text, note.signatures, own, isEd25519);
		return seconds === null ? [] : [seconds * 1e3];
	});
	return {
		...parseCheckpoint(note.text),
		isSigned: isSignedBy(note, logKey, isEd25519),
		seenAt
	};
}
function isEd25519(publicKey, message, signature) {
	try {
		const x = Buffer.from(publicKey).toString("base64url");
		return verify$1(null, message, {
			key: {
				kty: "OKP",
				crv: "Ed25519",
				x
			},
			format: "jwk"
		}, signature);
	} catch {
		return false;
	}
}
function actVerifier() {
	const keyOf = keyReader();
	return (signed) => {
		const asked = askedOf(signed, keyOf);
		return asked !== null && verify$1(...asked);
	};
}
async function verifyActs(texts) {
	const keyOf = keyReader();
	const verified = await Promise.all(texts.map((signed) => new Promise((resolve) => {
		const asked = askedOf(signed, keyOf);
		if (asked === null) resolve(false);
		else verify$1(...asked, (error, holds) => resolve(!error && holds));
	})));
	const answers = new Map(texts.map(({ seq }, index) => [seq, verified[index]]));
	return ({ seq }) => answers.get(seq) ?? false;
}
function askedOf({ publicKey, text, sig }, keyOf) {
	const key = keyOf(publicKey);
	if (key === null) return null;
	const how = {
		key,
		dsaEncoding: "ieee-p1363"
	};
	return [
		"sha256",
		Buffer.from(text),
		how,
		Buffer.from(sig, "base64url")
	];
}
function keyReader() {
	const keys = new Map();
	return (point) => {
		const key = keys.get(point) ?? readPoint(point);
		keys.set(point, key);
		return key;
	};
}
function readPoint(point) {
	const bytes = Buffer.from(point, "base64url");
	if (bytes.length !== 65 || bytes[0] !== 4) return null;
	const [x, y] = [bytes.subarray(1, 33).toString("base64url"), bytes.subarray(33).toString("base64url")];
	try {
		return createPublicKey({
			key: {
				kty: "EC",
				crv: "P-256",
				x,
				y
			},
			format: "jwk"
		});
	} catch {
		return null;
	}
}
function verify({ entries, head, kept = [], checkpoints = [], own, others = [], journals = [], terms, now }, isActSigned = actVerifier()) {
	const checked = (one) => ({
		...one,
		isSigned: isSigned(one)
	});
	const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
	const witnesses = chosenWitnesses(entries, [...[own, ...others].flatMap((one) => one ? [one.memberId] : []), ...journals.map(({ memberId }) => memberId)], sha256);
	return verifyLedger({
		circleId: head.circle_id,
		entries,
		head: checked(head),
		kept: kept.map(checked),
		checkpoints: {
			kept: checkpoints.map((note) => checkedCheckpoint(note, head, witnesses)),
			sha256: digest
		},
		...own ? { own } : {},
		others,
		journals,
		...terms ? { terms } : {},
		...now === void 0 ? {} : { now }
	}, {
		sha256,
		isActSigned
	});
}
var reais = (cents) => (cents / 100).toLocaleString("pt-BR", {
	style: "currency",
	currency: "BRL"
});
var HELP = `Uso: LIVRO [opções], o livro de um círculo como foi baixado

  --guardado ARQUIVO     um livro ou ponto guardado antes, que este tem de continuar, com quem o testemunhou; pode repetir-se
  --prova ARQUIVO        a prova que um aparelho guardou; pode repetir-se
  --meus-dados ARQUIVO   os dados de alguém, baixados em “Meus dados”; pode repetir-se
  --membro ID            quem se é, onde não há esse arquivo
  --dia AAAA-MM-DD       o dia do código (padrão: hoje)
  --numero NÚMERO        o número que o grupo combinou
  --json                 o resultado em JSON

Termina com 0 se tudo confere, com 1 se algo não confere, e com 2 se não pôde ler ou se foi chamado errado.
`;
async function main(args) {
	if (args.includes("--help") || args.includes("-h")) {
		console.log(HELP);
		return 0;
	}
	try {
		return await verifyFiles(readArguments(args));
	} catch (error) {
		const { code, message, path } = error;
		console.error(`Não foi possível ler: ${code === "ENOENT" ? `${path} não existe.` : message}`);
		return 2;
	}
}
var text = { type: "string" };
function readArguments(args) {
	const options = {
		membro: text,
		dia: text,
		numero: text,
		json: { type: "boolean" }
	};
	try {
		return parseArgs({
			args: [...args],
			options: {
				...options,
				guardado: {
					...text,
					multiple: true
				},
				"meus-dados": {
					...text,
					multiple: true
				},
				prova: {
					...text,
					multiple: true
				}
			},
			allowPositionals: true
		});
	} catch {
		throw new Error("há uma opção que não existe, ou a que falta o valor; --help diz quais há");
	}
}
async function verifyFiles({ values, positionals: [file, ...more] }) {
	if (!file || more.length > 0) throw new Error("diga um arquivo, e um só: o livro; --help diz o resto");
	const kept = [];
	const checkpoints = [];
	const journals = [];
	for (const name of values.guardado ?? []) {
		const content = readFileSync(name, "utf8");
		const checkpoint = readCheckpoint(content);
		if (checkpoint) checkpoints.push(checkpoint);
		else kept.push(readLedger(content).head);
	}
	for (const name of values.prova ?? []) {
		const proof = readProof(readFileSync(name, "utf8"));
		kept.push(...proof.heads);
		checkpoints.push(...proof.checkpoints);
		journals.push(...proof.journals);
	}
	const data = (values["meus-dados"] ?? []).map((name) => readOwnData(readFileSync(name, "utf8")));
	const [own, ...others] = data.length > 0 || values.membro === void 0 ? data : [{ memberId: values.membro }];
	const ledger = readLedger(readFileSync(file, "utf8"));
	const isActSigned = await verifyActs(signedTexts(ledger.head.circle_id, ledger.entries));
	const verdict = verify({
		...ledger,
		kept,
		checkpoints,
		own,
		others,
		journals,
		now: Date.now()
	}, isActSigned);
	if (values.json) console.log(JSON.stringify(verdict, null, 2));
	else {
		tell(verdict, ledger.head);
		await tellCodes(ledger, checkpoints, {
			day: values.dia ?? today(),
			groupNumber: values.numero ?? ""
		});
	}
	return verdict.faultsFound === 0 ? 0 : 1;
}
function today() {
	return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date());
}
async function tellCodes({ head, entries }, checkpoints, of) {
	for (const note of checkpoints) await tellCode("Guardado: primeiros", parseCheckpoint(note.text), of);
	const hashes = entries.map((entry) => ({ hash: String(entry?.hash) }));
	if (hashes.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))) await tellCode("Este livro:", checkpointOf(digest, head.circle_id, hashes), of);
}
async function tellCode(what, checkpoint, of) {
	const stretch = (password, salt, rounds) => pbkdf2Sync(password, salt, rounds, 32, "sha256");
	const { code } = await dayMarks(checkpoint, of, stretch);
	const words = dayWords(await dayMarks(checkpoint, { day: of.day }, stretch), wordlist);
	const number = of.groupNumber === "" ? "" : `, com o número ${of.groupNumber}`;
	console.log(`${what} ${checkpoint.size} lançamentos. Código de ${of.day}${number}: ${code}. Palavras: ${words}`);
}
function tell(verdict, head) {
	const { entries, faults, faultsFound, money, own, replayedFrom, consentFrom, administrators, signatures } = verdict;
	console.log(`Livro do círculo ${head.circle_id}: ${entries} lançamentos, assinado em ${head.at}`);
	console.log(`Chave de quem assina: ${head.key}`);
	if (money) {
		console.log(`Dado ${reais(money.givenCents)} = recebido ${reais(money.receivedCents)} + conta administrativa ${reais(money.administrationCents)}`);
		console.log(`Em aberto ${reais(money.openCents)}; à espera de quem receba ${reais(money.waitingCents)}`);
		console.log(replayedFrom === null ? "As regras não foram repetidas: este livro é de antes de os pedidos serem anotados." : `As regras foram repetidas do lançamento ${replayedFrom} em diante.`);
		console.log(consentFrom === null ? "O aceite dos termos não foi conferido: este livro é de antes de ele ser anotado." : `O aceite dos termos foi conferido do lançamento ${consentFrom} em diante.`);
		if (administrators) console.log(administrators.fromSeq === null ? "Quem administra não foi conferido desde o começo: este livro é de antes de isso ser anotado." : `Quem administra foi conferido do lançamento ${administrators.fromSeq} em diante.`);
	}
	if (own) console.log(`Você: ${own.entries} lançamentos, deu ${reais(own.givenCents)}, recebeu ${reais(own.receivedCents)}`);
	if (signatures) tellSignatures(signatures);
	for (const fault of faults) console.log(`✗ ${sentenceOf(fault)}`);
	if (faultsFound > faults.length) console.log(`  … e mais ${faultsFound - faults.length}`);
	console.log(faultsFound === 0 ? "✓ Tudo confere." : `✗ ${faultsFound} ${faultsFound === 1 ? "falha" : "falhas"}.`);
}
function tellSignatures({ signed, unsigned, unsignedFound }) {
	console.log(`Assinados no aparelho de quem fez: ${signed}; sem assinatura de quem tinha aparelho: ${unsignedFound}`);
	for (const { seq, memberId, act } of unsigned) console.log(`  sem assinatura: lançamento ${seq}, ${act}, ${memberId}`);
	if (unsignedFound > unsigned.length) console.log(`  … e mais ${unsignedFound - unsigned.length}`);
}
// scripts/verifier/command.ts
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
export { actVerifier, isSigned, main, readCheckpoint, readLedger, readOwnData, readProof, sentenceOf, sentences, verify };
