import { searchText } from '#contracts/search-text.ts'

/** One line that can be chosen: what it says, and where it leads. */
export type FindOption = {
  readonly key: string
  readonly text: string
  readonly detail: string
  readonly to: string
  readonly search: Readonly<Record<string, string | number>>
}

type Person = { readonly id: string; readonly name: string; readonly role: string }
type Target = { readonly to: string; readonly search: FindOption['search'] }
/** One kind of what waits for a person: how many, each of the first, and where all of them are. */
type Group = {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly items: readonly { readonly text: string; readonly target: Target }[]
  readonly target: Target
}
type Page = { readonly to: string; readonly label: string }

/** Above this number of people, typing another letter is quicker than reading on. */
const PEOPLE_MAX = 5

/**
 * Finds what the typed text names: with nothing typed, all that waits for a person; otherwise the people whose name has
 * every typed word (those whose name begins with the text first), each with their donations and their profile, then the
 * tasks and the pages.
 */
export function findOptions(
  typed: string,
  { people, tasks, pages }: { people: readonly Person[]; tasks: readonly Group[]; pages: readonly Page[] },
): FindOption[] {
  const wanted = searchText(typed.trim())
  const waiting = tasks.map(taskOption)
  if (wanted === '') return waiting
  const words = wanted.split(/\s+/)
  const has = (text: string) => {
    const plain = searchText(text)
    return words.every((word) => plain.includes(word))
  }
  const begins = ({ name }: Person) => searchText(name).startsWith(wanted)
  const found = people
    .filter(({ name, role }) => role !== 'ADMIN' && has(name))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.name.localeCompare(b.name, 'pt-BR'))
    .slice(0, PEOPLE_MAX)
  return [
    ...found.flatMap(personOptions),
    ...waiting.filter(({ text }) => has(text)),
    ...pages.filter(({ label }) => has(label)).map(pageOption),
  ]
}

function personOptions({ id, name }: Person): FindOption[] {
  return [
    {
      key: `${id} donations`,
      text: name,
      detail: 'Doações',
      to: '/admin/donations',
      search: { por: 'pessoa', busca: id },
    },
    { key: `${id} profile`, text: name, detail: 'Perfil', to: '/admin/users', search: { usuario: id, acao: 'perfil' } },
  ]
}

/** A single thing that waits is opened itself; several lead to their list. */
function taskOption({ key, count, title, items, target }: Group): FindOption {
  const [only] = items
  const { to, search } = count === 1 && only ? only.target : target
  return { key, text: `${count} ${title}`, detail: count === 1 && only ? only.text : 'Abrir a lista', to, search }
}

function pageOption({ to, label }: Page): FindOption {
  return { key: to, text: label, detail: 'Abrir a página', to, search: {} }
}
