import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { dayText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { printedQuery } from './api.ts'
import { inviteByWhatsapp, titleOf } from './link-text.ts'
import { useHandedLink } from './useHandedLink.ts'
import { QrCode } from '#web/ui/QrCode.tsx'

/** Every invitation that still holds as a ticket with its QR code: to print and cut out, or to send one by one. */
export function Sheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(printedQuery)
  const { data: circle } = useQuery(circleQuery)
  const { handed } = useHandedLink()
  if (error) return <Unread error={error} otherwise="Erro ao carregar os convites" refetch={refetch} />
  if (!data) return <LoadingRows label="Carregando os convites..." />
  const links = data.filter(({ link }) => link !== null)
  return (
    <Stack>
      <Group>
        <Button mih={44} disabled={links.length === 0} onClick={() => window.print()}>
          Imprimir
        </Button>
        <Button mih={44} variant="default" onClick={onClose}>
          Voltar à lista
        </Button>
      </Group>
      {links.length === 0 && <EmptyState title="Nenhum convite em aberto" />}
      <div className="join-sheet">
        {links.map((link) => {
          const whatsapp = inviteByWhatsapp(link, handed(link.link!), circle?.name ?? '')
          return (
            <div key={link.id} className="join-ticket">
              <QrCode value={handed(link.link!)} label={`QR Code do convite ${titleOf(link)}`} side={190} />
              <div style={{ minWidth: 0 }}>
                <Text fw={600} className="wrap-anywhere">
                  {titleOf(link)}
                </Text>
                <Text size="sm" className="wrap-anywhere">
                  {circle?.name}, até {dayText(link.expires_at)}
                  {!link.personal && `, ${countText(link.uses_max - link.uses, 'pessoa', 'pessoas')}`}
                </Text>
                <Text size="xs" className="wrap-anywhere">
                  {link.link}
                </Text>
                {whatsapp && (
                  <Anchor size="sm" href={whatsapp} target="_blank" rel="noreferrer">
                    Enviar pelo WhatsApp
                  </Anchor>
                )}
              </div>
            </div>
          )
        })}
      </div>
    </Stack>
  )
}
