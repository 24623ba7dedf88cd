import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { wordsHeldKey } from '#web/api/kept-ledger.ts'
import { isUnopened, wordsAreKept, wordsInLedger } from './wordsAreKept.ts'

/**
 * Beside words of a case: says so where they are not those that the ledger holds, or where nobody can tell, and where the device
 * of whoever said them signed them.
 */
export function WordsMark({ text, proof }: { text: string | null; proof: WordsProof | null }) {
  const { data: held = null } = useQuery({
    queryKey: [...wordsHeldKey, text, proof],
    queryFn: () => wordsInLedger(text, proof),
    enabled: proof !== null,
    staleTime: 0,
    gcTime: 0,
  })
  if (isUnopened(text, proof)) return <UnopenedMark />
  if (held === 'differs' || wordsAreKept(text, proof) === false)
    return (
      <Text size="sm" c="red" fw={600} role="alert">
        Este texto não é o que está marcado no livro do círculo: alguém o mudou depois.
      </Text>
    )
  if (held !== 'signed') return null
  return (
    <Text size="sm" c="dimmed">
      ✓ Assinado no aparelho de quem escreveu.
    </Text>
  )
}

/** Beside words whose mark stands in the ledger, and of which nobody can tell any more. */
export function UnopenedMark() {
  return (
    <Text size="sm" c="dimmed">
      O livro tem a marca deste texto, mas falta o que a abre: não dá para saber se ele foi mudado. É assim depois que
      alguém apaga os próprios dados.
    </Text>
  )
}
