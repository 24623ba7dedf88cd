import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { readHelper } from '#web/api/storage.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** Says on every page for whom a helper acts, with the way back to oneself. */
export function HelpingBand() {
  const { user, actAsOneself } = useAuth()
  const navigate = useNavigate()
  const helper = readHelper()
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
