import { Alert, Button, FileButton, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { fileToBase64, imageSource } from '#web/ui/images.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { useSendAvatar } from './api.ts'
import type { Profile } from './api.ts'
import { avatarFault } from './avatar-rules.ts'

const SUCCESS_SHOWN_MS = 3_000

/** The head of the profile: picture, name and approval, with the button that changes the picture. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { choose, fault, isSending, isDone } = useAvatarUpload()
  return (
    <Paper withBorder p="lg" radius="md">
      <div className="profile-head">
        <Picture profile={profile} />
        <div className="profile-who">
          <Title order={2} size="h3" className="wrap-anywhere">
            {profile.firstName} {profile.lastName}
          </Title>
          <Group gap={8} my={6}>
            <StatusMark tone={profile.adminApproved ? 'done' : 'wait'}>
              {profile.adminApproved ? 'Aprovado' : 'Pendente · a administração aprova'}
            </StatusMark>
            <Text size="sm" c="dimmed">
              Cadastro em {dayText(profile.createdAt)}
            </Text>
          </Group>
          <Group gap="sm" mt={10}>
            <FileButton
              accept="image/*"
              onChange={choose}
              inputProps={{ 'aria-label': 'Escolher foto do perfil' }}
              disabled={isSending}
            >
              {(props) => (
                <Button {...props} variant="default" disabled={isSending} mih={44}>
                  {isSending ? 'Enviando foto...' : 'Trocar foto'}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              Exatamente 400x400 pixels, até 5MB
            </Text>
          </Group>
        </div>
      </div>
      {isSending && <Progress value={100} animated mt="md" aria-label="Enviando foto" />}
      {fault && (
        <Alert color="red" role="alert" mt="md">
          {fault}
        </Alert>
      )}
      <div role="status">
        {isDone && (
          <Alert color="mata" mt="md">
            Foto atualizada com sucesso!
          </Alert>
        )}
      </div>
    </Paper>
  )
}

/** The three rules are checked here; what passes is sent, and only what the server took is said to be done. */
function useAvatarUpload() {
  const { mutate, reset, isPending, isSuccess, error } = useSendAvatar()
  const [refusal, setRefusal] = useState<string | null>(null)

  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(reset, SUCCESS_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])

  const take = async (file: File) => {
    reset()
    const fault = await avatarFault(file)
    setRefusal(fault)
    if (fault === null) mutate(`data:${file.type};base64,${await fileToBase64(file)}`)
  }
  return {
    choose: (file: File | null) => {
      if (file && !isPending) void take(file)
    },
    fault: refusal ?? (error ? failureText(error, 'Erro ao fazer upload do avatar. Tente novamente.') : null),
    isSending: isPending,
    isDone: isSuccess,
  }
}

function Picture({ profile: { avatar, firstName, lastName } }: { profile: Profile }) {
  const [broken, setBroken] = useState<string | null>(null)
  const source = imageSource(avatar)
  if (source && source !== broken)
    return (
      <img
        className="profile-picture"
        src={source}
        alt="Sua foto"
        width={112}
        height={112}
        onError={() => setBroken(source)}
      />
    )
  return (
    <span className="profile-picture" role="img" aria-label="Você ainda não tem foto">
      {initial(firstName)}
      {initial(lastName)}
    </span>
  )
}

function initial(name: string): string {
  return ([...name.trim()][0] ?? '').toUpperCase()
}
