import { Alert, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Donation } from './api.ts'
import { isRenamed, keepName, readKnownNames } from './known-names.ts'
import type { Side } from './status-text.ts'

/** Asks about the other side of a real donation where its name is another than this device knows. */
export function NameNote({ donation, side }: { donation: Donation; side: Side }) {
  const [id, other] = side === 'donor' ? [donation.receiverId, donation.receiver] : [donation.donorId, donation.donor]
  if (id === null || !other || donation.demonstration) return null
  return <RenamedNote id={id} name={other.name} pays={donation.allowed.includes('send_receipt')} />
}

function RenamedNote({ id, name, pays }: { id: string; name: string; pays: boolean }) {
  const [known, setKnown] = useState(readKnownNames)
  const isOther = isRenamed(known, id, name)
  useEffect(() => {
    if (!(id in known)) keepName(id, name)
  }, [known, id, name])
  if (!isOther) return null
  return (
    <Alert color="yellow" title="O nome mudou">
      <Text size="sm">
        Neste aparelho, esta pessoa aparecia com outro nome.{' '}
        {pays ? 'Antes de pagar, pergunte a ela se foi ela que mudou.' : 'Pergunte a ela se foi ela que mudou.'}
      </Text>
      <Button
        variant="default"
        mt="xs"
        onClick={() => {
          keepName(id, name)
          setKnown(readKnownNames())
        }}
      >
        Já sei, foi ela
      </Button>
    </Alert>
  )
}
