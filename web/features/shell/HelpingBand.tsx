import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetHelpEnded, readHelpEnded, readHelper } from '#web/api/storage.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** Says on every page for whom a helper acts, with the way back to oneself, or that this ended. */
export function HelpingBand() {
  const { user, actAsOneself } = useAuth()
  const navigate = useNavigate()
  const helper = readHelper()
  if (!user) return null
  if (!helper) return <HelpEnded firstName={user.firstName} />
  const back = () => {
    actAsOneself()
    void navigate({ to: '/profile' })
  }
  return (
    <Band
      role="note"
      text={`Você está fazendo por ${user.firstName}`}
      action={`Voltar a ser ${helper.firstName}`}
      onAction={back}
    />
  )
}

/**
 * Says that the help ended, which nobody on this screen asked for, and leads home: the page that stands here was read for another
 * person, and would show one's own matters in the same shape.
 */
function HelpEnded({ firstName }: { firstName: string }) {
  const navigate = useNavigate()
  const [helped, setHelped] = useState(readHelpEnded)
  useEffect(() => {
    if (helped !== null) void navigate({ to: '/home', replace: true })
  }, [helped, navigate])
  if (helped === null) return null
  const close = () => {
    forgetHelpEnded()
    setHelped(null)
  }
  const text = `A ajuda a ${helped} terminou. Daqui em diante é você, ${firstName}.`
  return <Band role="alert" text={text} action="Entendi" onAction={close} />
}

type BandProps = {
  readonly role: 'note' | 'alert'
  readonly text: string
  readonly action: string
  readonly onAction: () => void
}

function Band({ role, text, action, onAction }: BandProps) {
  return (
    <div className="helping" role={role}>
      <Text span fw={600} size="sm" lh={1.3} className="wrap-anywhere">
        {text}
      </Text>
      <Button size="sm" px={12} mih={44} variant="default" flex="none" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}
