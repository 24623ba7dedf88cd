import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FirstContact as Contact } from './first-contact.ts'

type State = Contact | 'asking' | 'unchecked'

/** How the server's ledger stands to the one that an invitation carries; null without one. */
export function useFirstContact(carried: string | null, circleId: string | undefined): State | null {
  const { data, error } = useQuery({
    queryKey: ['first-contact', carried, circleId],
    queryFn: async () => (await import('./first-contact.ts')).meetLog(carried!, circleId!),
    enabled: carried !== null && circleId !== undefined,
    retry: 1,
    staleTime: 60_000,
  })
  if (carried === null) return null
  return data ?? (error ? 'unchecked' : 'asking')
}

/** Whether nobody should register, pay or confirm on what the server shows. */
export const isRefused = (contact: State | null): boolean => contact === 'other' || contact === 'other_circle'

/** The result of the first contact, for who was invited. Nothing without a log to compare, and while it is asked for. */
export function FirstContact({ contact }: { contact: State | null }) {
  if (contact === null || contact === 'asking') return null
  if (contact === 'same')
    return (
      <Text size="sm" c="dimmed" role="status">
        ✓ É o mesmo livro que o aparelho de quem convidou você conhece.
      </Text>
    )
  if (isRefused(contact))
    return (
      <Alert color="red" role="alert" title={contact === 'other' ? 'O livro é outro' : 'O círculo é outro'}>
        O servidor mostra {contact === 'other' ? 'um livro que não continua o' : 'um círculo que não é o'} do aparelho
        de quem convidou você. Não se cadastre e não pague nada: mostre isto a quem convidou e comparem, cara a cara.
      </Alert>
    )
  return (
    <Alert color="sol" role="status" title={contact === 'cut' ? 'O link chegou cortado' : 'Livro ainda não conferido'}>
      {contact === 'cut'
        ? 'Falta o fim do endereço, que diz a este aparelho qual é o livro do círculo. Peça o link inteiro, ou o QR Code.'
        : 'Não foi possível comparar o livro do servidor com o de quem convidou você. Este aparelho compara de novo na próxima visita.'}
    </Alert>
  )
}
