import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { isOtherAccount, recogniseAccount } from '#web/api/known-accounts.ts'

/** Said where what signs its person in on this device opened another account before. */
export function OtherAccountAlert({ userId }: { userId: string }) {
  const [isOther, setOther] = useState(() => isOtherAccount(userId))
  if (!isOther) return null
  return (
    <Alert color="red" role="alert" mb="lg" title="Esta não é a conta de antes">
      <Text>
        Neste aparelho, a mesma entrada abria outra conta. Não pague nem confirme nada: o que está aqui pode ser de
        outra pessoa. Mostre isto ao grupo.
      </Text>
      <Button
        variant="default"
        mih={44}
        mt="sm"
        onClick={() => {
          recogniseAccount(userId)
          setOther(false)
        }}
      >
        Já sei, fui eu que me cadastrei de novo
      </Button>
    </Alert>
  )
}
