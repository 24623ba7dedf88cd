import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { momentText } from '#web/text/dates.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { useState } from 'react'

/** A member whom the reader knows lost their phone: a code to say to them by voice. */
export function LostPhone({ memberId, name, onClose }: { memberId: string; name: string; onClose: () => void }) {
  const give = useMutation({
    mutationFn: () => request('POST /known/{id}/lost-phone-code', { params: { id: memberId } }),
  })
  return (
    <Modal opened onClose={onClose} title={`${name} perdeu o celular`} centered>
      <Stack>
        {give.data ? (
          <>
            <Text>
              Diga este código a {name}, de viva voz. Com o de outra pessoa, ele fecha a conta ou a abre de novo:
            </Text>
            <Text fz={26} fw={700} className="no-break">
              {give.data.code}
            </Text>
            <Text size="sm">Vale até {momentText(give.data.until)}, uma vez só. Não o mande por mensagem.</Text>
          </>
        ) : (
          <>
            <Text>
              Só faça isto se {name} pediu a você agora, e você reconheceu a voz ou a pessoa. {name} recebe um aviso de
              que alguém preparou um código.
            </Text>
            <Refused error={give.error} otherwise="Não foi possível preparar o código" />
            <Button mih={44} disabled={give.isPending} onClick={() => give.mutate()}>
              {give.isPending ? 'Preparando...' : 'Preparar um código'}
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  )
}

export function LostButton(person: { memberId: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        mih={44}
        aria-label={`Perdeu o celular: ${person.name}`}
        onClick={() => setOpen(true)}
      >
        Perdeu o celular
      </Button>
      {isOpen && <LostPhone {...person} onClose={() => setOpen(false)} />}
    </>
  )
}
