import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Acting } from '#web/features/session/Acting.tsx'
import { momentText } from '#web/text/dates.ts'
import { Help } from '#web/ui/Help.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { archiveAge, backupAge, sizeText } from './age-text.ts'
import { backupsQuery } from './api.ts'
import type { Backups } from './api.ts'
import { DownloadDialog } from './DownloadDialog.tsx'

/** When backups were made, and the way to a complete one. */
export function BackupCard() {
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(backupsQuery)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="backup">
      <Help
        about="a cópia de segurança"
        title={
          <Title order={2} size="h4" id="backup">
            Cópia de segurança
          </Title>
        }
      >
        Uma cópia guarda tudo em um arquivo só, fechado com uma senha: pessoas, doações, livro, imagens e o segredo que
        abre os dados. Sem a senha ninguém a abre, nem você. Guarde o arquivo fora desta máquina e a senha em outro
        lugar, e experimente voltar a uma cópia antes de precisar: npm run restore.
      </Help>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar as cópias" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={2} label="Carregando as cópias..." />}
      {data && (
        <Stack align="start" gap="sm" mt="xs">
          <State backups={data} />
          <Acting>
            <Button variant="default" onClick={() => setAsking(true)}>
              Baixar cópia completa...
            </Button>
            {isAsking && <DownloadDialog backups={data} onClose={() => setAsking(false)} />}
          </Acting>
        </Stack>
      )}
    </Paper>
  )
}

function State({ backups: { nightly, last, count, keep_days, downloaded_at, archive } }: { backups: Backups }) {
  const now = useNow()
  const age = backupAge(last?.at ?? null, now)
  return (
    <div>
      <Text size="sm" {...(nightly && age.isOld ? { fw: 600 } : {})}>
        {nightly
          ? `${age.text}${last ? ` (${sizeText(last.bytes)})` : ''}.`
          : archive
            ? 'Esta máquina não faz uma cópia por noite. Quem cuida dela pode escolher a pasta (BACKUP_DIR).'
            : 'Esta máquina não faz cópias sozinha. Quem cuida dela escolhe a pasta (BACKUP_DIR) e a senha (BACKUP_PASSPHRASE).'}
      </Text>
      {nightly && (
        <Text size="sm" c="dimmed">
          {`Uma cópia por noite, depois das 3h. ${count === 1 ? 'Há uma guardada' : `Há ${count} guardadas`}; cada uma fica ${keep_days} dias.`}
        </Text>
      )}
      {archive && <ArchiveState archive={archive} now={now} />}
      {downloaded_at && (
        <Text size="sm" c="dimmed">
          Baixada daqui pela última vez em {momentText(downloaded_at)}.
        </Text>
      )}
    </div>
  )
}

function ArchiveState({ archive, now }: { archive: NonNullable<Backups['archive']>; now: number }) {
  const { text, isOld } = archiveAge(archive, now)
  return (
    <>
      <Text size="sm" mt="xs" {...(isOld ? { fw: 600 } : {})}>
        {text}.
      </Text>
      {archive.first_at && (
        <Text size="sm" c="dimmed">
          Qualquer momento desde {momentText(archive.first_at)} pode voltar.
        </Text>
      )}
      {isOld && archive.waiting_bytes > 0 && (
        <Text size="sm" c="dimmed">
          {sizeText(archive.waiting_bytes)} esperam nesta máquina até a pasta voltar.
        </Text>
      )}
    </>
  )
}
