import { useState } from 'react'
import { INVITED_MAX } from '#contracts/forms/join-links.ts'
import type { InvitedField } from '#contracts/forms/join-links.ts'
import { decodeText } from '#web/ui/decode-text.ts'
import { useCheckPeople, useInvitePeople } from './api.ts'
import { readList } from './read-list.ts'
import type { ListedPerson } from './read-list.ts'

/** The list as read, corrected and checked by the server, and what is done with it. */
export function useInviteList(onDone: () => void) {
  const [people, setPeople] = useState<readonly ListedPerson[]>([])
  const [fault, setFault] = useState('')
  const [days, setDays] = useState(14)
  const [isChanged, setChanged] = useState(false)
  const check = useCheckPeople()
  const invite = useInvitePeople()
  const rowsOf = (list: readonly ListedPerson[]) => list.map(({ line: _line, ...row }) => row)
  const preview = (list: readonly ListedPerson[]) => {
    invite.reset()
    setPeople(list)
    setChanged(false)
    if (list.length === 0)
      return setFault(
        'Não encontramos ninguém nesta lista. A primeira linha pode ter os títulos: Nome, E-mail, Celular.',
      )
    if (list.length > INVITED_MAX)
      return setFault(`A lista tem ${list.length} pessoas. Convide até ${INVITED_MAX} de cada vez.`)
    setFault('')
    return check.mutate(rowsOf(list))
  }
  const open = async (file: File) => {
    const text = decodeText(await file.arrayBuffer())
    if (text !== null) return preview(readList(text))
    invite.reset()
    setPeople([])
    return setFault(
      'Este arquivo não é uma lista em texto. Se é uma planilha, salve-a como CSV e escolha esse arquivo, ou copie as linhas dela e cole aqui.',
    )
  }
  const change = (at: number, field: InvitedField, value: string) => {
    setChanged(true)
    setPeople(people.map((person, index) => (index === at ? { ...person, [field]: value } : person)))
  }
  const send = () =>
    invite.mutate({ people: rowsOf(people), days }, { onError: () => check.mutate(rowsOf(people)), onSuccess: onDone })
  return { people, days, setDays, fault, isChanged, check, invite, preview, open, change, send }
}
