import { Badge, Burger, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { readHelper } from '#web/api/storage.ts'
import { TestClock } from '#web/features/circle/TestClock.tsx'
import { NoticesLink } from './NoticesLink.tsx'
import { ConfirmAgain } from '#web/features/session/ConfirmAgain.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { PlaceIcon } from '#web/ui/PlaceIcon.tsx'
import type { PlaceIconName } from '#web/ui/PlaceIcon.tsx'
import { InMain } from '#web/ui/in-main.ts'
import ThemeProvider from '#web/ui/ThemeProvider.tsx'
import { HelpingBand } from './HelpingBand.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

export type MenuItem = {
  readonly to: string
  readonly label: string
  readonly count?: number
  /** Its drawing in the bar of a phone; what has none is not in the bar. */
  readonly icon?: PlaceIconName
}
/** The way to search, above the menu's items; it says when it leads to another screen, so that the menu closes. */
export type FindPart = ComponentType<{ readonly pages: readonly MenuItem[]; readonly onGo: () => void }>

type Props = {
  readonly items: readonly MenuItem[]
  readonly caption: string
  /** On a phone the places are a bar at its foot, within the thumb's reach; otherwise a menu behind three lines. */
  readonly isBar: boolean
  readonly Find?: FindPart
  readonly children: ReactNode
}

/** The frame both roles share: a side menu on wide screens; on small ones a top bar, with a toggle or a bar at the foot. */
export function Shell({ items, caption, isBar, Find, children }: Props) {
  const { user, logout } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return (
    <ThemeProvider>
      <div className="shell" data-bar={isBar || undefined}>
        <button type="button" className="skip" onClick={() => document.querySelector('main')?.focus()}>
          Ir ao conteúdo
        </button>
        <DemonstrationBanner />
        <HelpingBand />
        <OfflineNotice />
        <header className="shell-top">
          <Brand size={28} />
          <Text fw={500} className="shell-name">
            {name}
          </Text>
          <NoticesLink />
          {!isBar && (
            <Burger
              opened={isOpen}
              onClick={() => setOpen(!isOpen)}
              aria-label={isOpen ? 'Fechar menu' : 'Abrir menu'}
              aria-expanded={isOpen}
              aria-controls="menu"
            />
          )}
        </header>
        <nav className="shell-menu" id="menu" aria-label="Menu principal" data-open={isOpen || undefined}>
          <div className="shell-brand">
            <Brand />
            <NoticesLink onClick={() => setOpen(false)} />
          </div>
          <Text size="sm" c="dimmed" mb="md" className="wrap-anywhere shell-caption">
            {caption} {name}
          </Text>
          {Find && (
            <div className="shell-find">
              <Find pages={items} onGo={() => setOpen(false)} />
            </div>
          )}
          <div className="shell-places">
            {items.map((item) => (
              <Place key={item.to} item={item} onGo={() => setOpen(false)} />
            ))}
          </div>
          {!readHelper() && (
            <Button
              className="shell-leave"
              variant="subtle"
              color="gray"
              mt="auto"
              onClick={logout}
              justify="flex-start"
              mih={44}
              px={12}
              fw={400}
              fz="md"
            >
              Sair
            </Button>
          )}
        </nav>
        <main className="shell-main" tabIndex={-1}>
          <TestClock />
          <InMain value={true}>{children}</InMain>
        </main>
        <ConfirmAgain />
      </div>
    </ThemeProvider>
  )
}

function Place({ item: { to, label, count = 0, icon }, onGo }: { item: MenuItem; onGo: () => void }) {
  return (
    <Link to={to} className="shell-link" onClick={onGo} data-in-bar={icon !== undefined || undefined}>
      {icon && <PlaceIcon name={icon} />}
      <span className="shell-word">{label}</span>
      {count > 0 && (
        <Badge color="red" variant="filled" circle={count < 10} role="img" aria-label={`${count} sem resolver`}>
          {count > 99 ? '99+' : count}
        </Badge>
      )}
    </Link>
  )
}
