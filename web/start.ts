import './ui/base.css'
import firstReadings from 'virtual:first-readings'
import { prefetch } from './api/early.ts'
import { readStored } from './api/storage.ts'

// The component library would set it after its first paint, and flash the other scheme's letters; the login has no library.
const night = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => {
  document.documentElement.dataset['mantineColorScheme'] = night.matches ? 'dark' : 'light'
}
followScheme()
night.addEventListener('change', followScheme)

prefetch(location.pathname, firstReadings)

const startApp = () => import('./main.tsx')
const isFirstLogin = ['/', '/login'].includes(location.pathname) && readStored().token === null
if (isFirstLogin)
  void import('./pages/first-login.ts').then(({ showFirstLogin }) =>
    showFirstLogin(document.getElementById('root')!, startApp),
  )
else void startApp()
