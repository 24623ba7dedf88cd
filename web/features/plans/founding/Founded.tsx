import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { countText } from '#web/text/numbers.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'

/** `people`: how many are still to come. */
type Props = { readonly name: string; readonly people: number; readonly link: string }

/** The roda stands and takes people: the one thing that comes next is to invite them. */
export function Founded({ name, people, link }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = `Vamos fazer uma roda? É a ${name}, na Ciranda. Veja o que ela faz e, se quiser, faça o seu cadastro: ${link}`
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={1} size="h2" ref={title} tabIndex={-1} className="wrap-anywhere">
          {name} está pronta
        </Title>
        <Text>
          Agora convide {countText(people, 'pessoa', 'pessoas')}. Quem vem lê o que a roda faz e se cadastra. Você
          confere e aprova cada cadastro.
        </Text>
        <Group gap="sm">
          <Button
            component="a"
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
            mih={44}
          >
            Convidar pelo WhatsApp
          </Button>
          <CopyButton value={link} label="Copiar convite" what={`da ${name}`} />
        </Group>
        <QrCode value={link} label={`QR Code do convite da ${name}`} />
        <Link to="/admin/dashboard">Depois, ver o que falta</Link>
      </Stack>
    </Paper>
  )
}
