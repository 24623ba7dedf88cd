import { Text } from '@mantine/core'

/** Shown beside words of a case that are not those whose hash the ledger holds. */
export function AlteredWords() {
  return (
    <Text size="sm" c="red" fw={600} role="alert">
      Este texto não é o que está marcado no livro do círculo: alguém o mudou depois.
    </Text>
  )
}
