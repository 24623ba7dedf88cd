import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { circleQuery } from '#web/features/circle/api.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { momentText } from '#web/text/dates.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { useRevokeLink } from './api.ts'
import type { JoinLink } from './api.ts'
import { inviteByWhatsapp, stateText, titleOf, usesText } from './link-text.ts'
import { useHandedLink } from './useHandedLink.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Refused } from '#web/ui/Refused.tsx'

const tones = { open: 'done', used_up: 'over', expired: 'over', revoked: 'over' } as const

/** One invitation: how to hand it over, until when, and who came through it. */
export function LinkCard({ link }: { link: JoinLink }) {
  const revoke = useRevokeLink()
  const title = titleOf(link)
  return (
    <Paper withBorder p="md" component="article" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h5" className="wrap-anywhere">
              {title}
            </Title>
            {link.invited && (
              <Text size="sm" c="dimmed" className="wrap-anywhere">
                {[link.invited.email, link.invited.phone].filter(Boolean).join(' · ') || 'Sem e-mail nem telefone'}
              </Text>
            )}
          </div>
          <StatusMark tone={tones[link.state]}>{stateText(link)}</StatusMark>
        </Group>
        {usesText(link) && (
          <Text size="sm" c="dimmed">
            {usesText(link)}
          </Text>
        )}
        {link.people.map(({ id, name, at, approved, as_invited }) => (
          <Text key={id} size="sm" className="wrap-anywhere">
            <Anchor component={Link} to="/admin/users" search={{ usuario: id, acao: 'perfil' } as never}>
              {name}
            </Anchor>{' '}
            entrou por aqui em {momentText(at)}
            {approved ? '' : ' e aguarda aprovação'}.
            {as_invited === false && ' Não é com os dados de quem foi convidado: confira antes de aprovar.'}
          </Text>
        ))}
        {link.state === 'open' && <HandOver link={link} title={title} revoke={revoke} />}
        <Refused error={revoke.error} otherwise="Não foi possível cancelar o convite." />
      </Stack>
    </Paper>
  )
}

type HandOverProps = {
  readonly link: JoinLink
  readonly title: string
  readonly revoke: ReturnType<typeof useRevokeLink>
}

/** The ways to give an invitation to somebody, and to take it back. */
function HandOver({ link, title, revoke }: HandOverProps) {
  const [isShown, setShown] = useState(false)
  const [asks, setAsks] = useState(false)
  const { data: circle } = useQuery(circleQuery)
  const { handed } = useHandedLink()
  const address = link.link === null ? null : handed(link.link)
  const whatsapp = inviteByWhatsapp(link, address, circle?.name ?? '')
  return (
    <Acting>
      <Group gap="xs">
        {whatsapp && (
          <Button
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            mih={44}
            aria-label={link.personal ? `Enviar pelo WhatsApp a ${title}` : `Enviar pelo WhatsApp: ${title}`}
          >
            Enviar pelo WhatsApp
          </Button>
        )}
        {address !== null && (
          <>
            <CopyButton value={address} label="Copiar link" what={`de ${title}`} />
            <Button size="compact-md" mih={44} variant="default" onClick={() => setShown(!isShown)}>
              {isShown ? 'Esconder QR Code' : 'Mostrar QR Code'}
            </Button>
          </>
        )}
        <Button
          size="compact-md"
          mih={44}
          variant="default"
          disabled={revoke.isPending}
          aria-label={`${asks ? 'Cancelar mesmo?' : 'Cancelar convite:'} ${title}`}
          onClick={() => (asks ? revoke.mutate(link.id) : setAsks(true))}
        >
          {asks ? 'Cancelar mesmo?' : 'Cancelar convite'}
        </Button>
      </Group>
      {address === null && (
        <Text size="sm">O endereço deste convite não pode mais ser mostrado. Cancele-o e faça outro.</Text>
      )}
      {isShown && address !== null && <QrCode value={address} side={260} label={`QR Code do convite ${title}`} />}
    </Acting>
  )
}
