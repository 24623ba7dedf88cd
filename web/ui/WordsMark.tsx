import { Text } from '@mantine/core'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { wordsAreKept } from './wordsAreKept.ts'

/** Beside words of a case: says so where they are not those whose hash the ledger holds, or where nobody can tell. */
export function WordsMark({ text, proof }: { text: string | null; proof: WordsProof | null }) {
  if (text !== null && proof?.salt === null)
    return (
      <Text size="sm" c="dimmed">
        O livro tem a marca deste texto, mas falta o que a abre: não dá para saber se ele foi mudado. É assim depois que
        alguém apaga os próprios dados.
      </Text>
    )
  if (wordsAreKept(text, proof) !== false) return null
  return (
    <Text size="sm" c="red" fw={600} role="alert">
      Este texto não é o que está marcado no livro do círculo: alguém o mudou depois.
    </Text>
  )
}
