import { Alert, Button, FileButton, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { dayText } from '#web/text/dates.ts'
import { chooseAnew, fileToBase64, imageSource } from '#web/ui/images.ts'
import { Crop } from '#web/ui/pictures/Crop.tsx'
import { faultText, isPicture, pictureToCrop } from '#web/ui/pictures/square.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { useLater } from '#web/ui/useLater.ts'
import { useSendAvatar } from './api.ts'
import type { Profile } from './api.ts'
import { avatarFault } from './avatar-rules.ts'

const SUCCESS_SHOWN_MS = 3_000

/** The head of the profile: picture, name and approval, with the button that changes the picture. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { choose, fault, isSending, isDone, crop } = useAvatarUpload()
  return (
    <Paper withBorder p="lg">
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
          <Acting>
            <Group gap="sm" mt={10}>
              <FileButton
                accept="image/*"
                onChange={choose}
                inputProps={{ 'aria-label': 'Escolher foto do perfil', onClick: chooseAnew }}
                disabled={isSending}
              >
                {(props) => (
                  <Button {...props} variant="default" disabled={isSending} mih={44}>
                    {isSending ? 'Enviando foto...' : 'Trocar foto'}
                  </Button>
                )}
              </FileButton>
              <Text size="sm" c="dimmed">
                Qualquer foto serve: você escolhe o recorte.
              </Text>
            </Group>
          </Acting>
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
      {crop && <Crop help="Mova e aproxime até o seu rosto ficar dentro do círculo." of="face" {...crop} />}
    </Paper>
  )
}

/**
 * The three rules are checked here. What passes is sent as it is; of another picture the person chooses the square. Only
 * what the server took is said to be done.
 */
function useAvatarUpload() {
  const { mutate, reset, isPending, isSuccess, error } = useSendAvatar()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [opened, setOpened] = useState<{ picture: Blob; rule: string } | null>(null)

  useLater(isSuccess, SUCCESS_SHOWN_MS, reset)

  const take = async (file: File) => {
    reset()
    setOpened(null)
    const fault = await avatarFault(file)
    if (fault === null) {
      setRefusal(null)
      return mutate(`data:${file.type};base64,${await fileToBase64(file)}`)
    }
    const picture = await pictureToCrop(file)
    if (isPicture(picture)) {
      setRefusal(null)
      return setOpened({ picture, rule: fault })
    }
    return setRefusal(picture ? faultText(picture) : fault)
  }
  return {
    crop: opened && { ...opened, onCut: (cut: File) => void take(cut), onClose: () => setOpened(null) },
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
