import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { carriedQuery } from '#web/features/circle/first-contact.ts'
import { withLog } from '#web/features/circle/invitation.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { serverOrigin } from '#web/api/server-address.ts'

/** The knowledge of this device about the ledger as a code, read by another device past the server: of a member, or of who comes. */
export function ShowToOther() {
  const { data: circle } = useQuery(circleQuery)
  const { data: carried, isPending } = useQuery(carriedQuery(circle?.id))
  if (!carried)
    return (
      <Text mt="sm" role="status">
        {isPending
          ? 'Preparando o código...'
          : 'Este aparelho ainda não conferiu o livro. Aperte Verificar, e volte aqui.'}
      </Text>
    )
  const address = withLog(`${serverOrigin()}/participar#`, carried)
  return (
    <>
      <Text mt="sm" mb="sm" maw={680}>
        Mostre este código a outro participante, ou a quem vai entrar: o aparelho que lê compara o livro inteiro com o
        seu, sem confiar no servidor. Ele não tem segredo nem dados de ninguém.
      </Text>
      <QrCode value={address} side={260} label="QR Code do livro deste aparelho" />
      <CopyButton value={address} label="Copiar link" what="do livro deste aparelho" />
    </>
  )
}
