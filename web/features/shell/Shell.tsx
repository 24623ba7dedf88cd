import { Badge, Burger, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { TestClock } from '#web/features/circle/TestClock.tsx'
import { NoticesLink } from './NoticesLink.tsx'
import { ConfirmAgain } from '#web/features/session/ConfirmAgain.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'
import ThemeProvider from '#web/ui/ThemeProvider.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

export type MenuItem = { readonly to: string; readonly label: string; readonly count?: number }
/** The way to search, above the menu's items; it says when it leads to another screen, so that the menu closes. */
export type FindPart = ComponentType<{ readonly pages: readonly MenuItem[]; readonly onGo: () => void }>

/** The frame both roles share: a side menu on wide screens, a top bar with a toggle on small ones. */
export function Shell({
  items,
  caption,
  Find,
  children,
}: {
  items: readonly MenuItem[]
  caption: string
  Find?: FindPart
  children: ReactNode
}) {
  const { user, logout } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return (
    <ThemeProvider>
      <div className="shell">
        <DemonstrationBanner />
        <OfflineNotice />
        <header className="shell-top">
          <Brand size={28} />
          <Text fw={500} className="shell-name">
            {name}
          </Text>
          <NoticesLink />
          <Burger
            opened={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={isOpen ? 'Fechar menu' : 'Abrir menu'}
            aria-expanded={isOpen}
            aria-controls="menu"
          />
        </header>
        <nav className="shell-menu" id="menu" aria-label="Menu principal" data-open={isOpen || undefined}>
          <div className="shell-brand">
            <Brand />
            <NoticesLink onClick={() => setOpen(false)} />
          </div>
          <Text size="sm" c="dimmed" mb="md" className="wrap-anywhere">
            {caption} {name}
          </Text>
          {Find && <Find pages={items} onGo={() => setOpen(false)} />}
          {items.map(({ to, label, count = 0 }) => (
            <Link key={to} to={to} className="shell-link" onClick={() => setOpen(false)}>
              {label}
              {count > 0 && (
                <Badge color="red" variant="filled" circle={count < 10} aria-label={`${count} sem resolver`}>
                  {count > 99 ? '99+' : count}
                </Badge>
              )}
            </Link>
          ))}
          <Button
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
        </nav>
        <main className="shell-main" tabIndex={-1}>
          <TestClock />
          {children}
        </main>
        <ConfirmAgain />
      </div>
    </ThemeProvider>
  )
}
