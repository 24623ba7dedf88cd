import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetHelpEnded, readHelpEnded, readHelper } from '#web/api/storage.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** Says on every page for whom a helper acts, with the way back to oneself. */
export function HelpingBand() {
  const { user, actAsOneself } = useAuth()
  const navigate = useNavigate()
  const helper = readHelper()
  if (user && !helper) return <HelpEnded />
  if (!user || !helper) return null
  const back = () => {
    actAsOneself()
    void navigate({ to: '/profile' })
  }
  return (
    <div className="helping" role="note">
      <Text span fw={600} size="sm" lh={1.3} className="wrap-anywhere">
        Você está fazendo por {user.firstName}
      </Text>
      <Button size="sm" px={12} mih={44} variant="default" flex="none" onClick={back}>
        Voltar a ser {helper.firstName}
      </Button>
    </div>
  )
}

/**
 * Says that the help ended, which nobody on this screen asked for, and leads home: the page that stands here was read for another
 * person, and would show one's own matters in the same shape.
 */
function HelpEnded() {
  const { user } = useAuth()
  const navigate = useNavigate()
  const [helped, setHelped] = useState(readHelpEnded)
  useEffect(() => {
    if (helped !== null) void navigate({ to: '/home', replace: true })
  }, [helped, navigate])
  if (!user || helped === null) return null
  const close = () => {
    forgetHelpEnded()
    setHelped(null)
  }
  return (
    <div className="helping" role="alert">
      <Text span fw={600} size="sm" lh={1.3} className="wrap-anywhere">
        A ajuda a {helped} terminou. Daqui em diante é você, {user.firstName}.
      </Text>
      <Button size="sm" px={12} mih={44} variant="default" flex="none" onClick={close}>
        Entendi
      </Button>
    </div>
  )
}
