import { checkFiles } from './check-files.ts'
import { checkLedger, checkPages } from './check.ts'
import type { Look, Verdict } from './check.ts'

// The script of `conferir.html`, in which the release writes its key.

const releaseKey = document.documentElement.dataset['releaseKey'] || null
const TIMEOUT_MS = 30_000

const byId = <T extends HTMLElement>(id: string) => document.querySelector<T>(`#${id}`)!
const form = byId<HTMLFormElement>('form')
const button = byId<HTMLButtonElement>('conferir')
const results = byId('resultado')

const look: Look = async (address) => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(address, { credentials: 'omit', cache: 'no-store', redirect: 'error', signal })
    if (answer.status >= 500 || answer.status === 429) return null
    return { isOk: answer.ok, bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers }
  } catch {
    return null
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  button.disabled = true
  button.textContent = 'Conferindo...'
  void check().finally(() => {
    button.disabled = false
    button.textContent = 'Conferir'
  })
})

async function check(): Promise<void> {
  const typed = byId<HTMLInputElement>('endereco').value.trim().replace(/\/+$/, '')
  results.replaceChildren()
  const [ledger] = await textsOf('livro')
  const [own, proofs] = [await textsOf('dados'), await textsOf('provas')]
  const isAlone = ledger === undefined && own.length + proofs.length > 0
  if (ledger !== undefined) show('O livro baixado', await checkFiles({ ledger, own, proofs }, Date.now()))
  else if (isAlone)
    show('O livro baixado', {
      is: 'unknown',
      sentences: ['Escolha também o livro baixado: é com ele que os seus dados e as provas são conferidos.'],
    })
  if (typed === '' && (ledger !== undefined || isAlone)) return
  if (!URL.canParse(typed) || !/^https?:/.test(typed)) {
    show('O endereço', { is: 'unknown', sentences: [NO_ADDRESS] })
    return
  }
  const file = byId<HTMLInputElement>('lista').files?.[0]
  const copied = byId<HTMLTextAreaElement>('codigo').value
  const list = file ? await file.text() : null
  show('As páginas', await checkPages(new URL(typed).origin, { list, releaseKey }, look))
  const isOfLog = typed.includes('/api/logs/')
  if (copied.trim() !== '')
    show(
      'O livro',
      isOfLog
        ? await checkLedger(typed, copied, look)
        : { is: 'unknown', sentences: ['Para o livro, copie o endereço para testemunhas, que contém /api/logs/.'] },
    )
}

const NO_ADDRESS = 'Escreva o endereço inteiro, que começa com https://, ou escolha o livro baixado.'

/** The texts of the files that a field holds. */
function textsOf(id: string): Promise<string[]> {
  return Promise.all([...(byId<HTMLInputElement>(id).files ?? [])].map((file) => file.text()))
}

const MARKS = { good: '✓ Confere', bad: '✗ Não confere', unknown: '? Não se sabe' }

function show(title: string, { is, sentences }: Verdict): void {
  const section = document.createElement('section')
  section.className = is
  const heading = document.createElement('h2')
  heading.textContent = `${title}: ${MARKS[is]}`
  const lines = sentences.map((sentence) => {
    const line = document.createElement('p')
    line.textContent = sentence
    return line
  })
  section.append(heading, ...lines)
  results.append(section)
}
