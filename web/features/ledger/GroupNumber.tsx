import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { marksOf, wordsOf } from '#web/features/circle/day-code.ts'

type OfDay = { readonly note: string; readonly day: string }

const DIGITS_MIN = 5

/** The day's code with a number that the group makes up now, and its words: what holds against who prepares two ledgers. */
export function GroupNumber({ note, day }: OfDay) {
  const [typed, setTyped] = useState('')
  const groupNumber = useDeferredValue(typed.replaceAll(/\D/g, ''))
  const isLong = groupNumber.length >= DIGITS_MIN
  const { data: code } = useQuery({
    queryKey: ['day-code', note, day, groupNumber],
    queryFn: async () => (await marksOf({ note, day, groupNumber })).code,
    enabled: isLong,
    staleTime: Infinity,
  })
  const { data: words } = useQuery({
    queryKey: ['day-words', note, day],
    queryFn: () => wordsOf({ note, day }),
    staleTime: Infinity,
  })
  return (
    <>
      <Text mt="sm" maw={680}>
        <b>Com um número de agora.</b> Quem prepara dois livros com um computador forte consegue que os códigos
        combinem. Com um número que ninguém podia saber antes, não consegue.
      </Text>
      <ol className="ledger-steps">
        <li>Todos abrem esta página.</li>
        <li>Alguém que não administra diz um número de cinco algarismos ou mais, inventado na hora.</li>
        <li>Cada um escreve o número aqui e manda o código que aparece. O número não sai deste aparelho.</li>
      </ol>
      <TextInput
        mt="sm"
        maw={320}
        size="md"
        label="Número do grupo"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Text mt="xs" role="status">
        {isLong && code && (
          <>
            Código com o número: <b className="day-code">{code}</b>
          </>
        )}
      </Text>
      <Text mt="sm" maw={680}>
        <b>Sem número: oito palavras.</b> São o livro inteiro, na mesma ordem para todos, para ler ao telefone.
      </Text>
      <Text mt={4} fw={700} mih="1.6em">
        {words}
      </Text>
    </>
  )
}
