import './ui/base.css'
import firstReadings from 'virtual:first-readings'
import { prefetch } from './api/early.ts'
import { isMember, readStored } from './api/storage.ts'
import { showFirstLogin } from './pages/first-login.ts'

// The component library would set it after its first paint, and flash the other scheme's letters; the login has no library.
const night = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => {
  document.documentElement.dataset['mantineColorScheme'] = night.matches ? 'dark' : 'light'
}
followScheme()
night.addEventListener('change', followScheme)

prefetch(location.pathname, firstReadings)

/** So long the app waits for its first look: on a slow network it begins while the answers are on their way. */
const FIRST_LOOK_MS_MAX = 300

const startApp = () => import('./main.tsx')
const root = document.getElementById('root')!
const { token, user } = readStored()
const isFirstLogin = ['/', '/login'].includes(location.pathname) && token === null
if (isFirstLogin) {
  // Signed in, somebody comes to their first page: what it shows is asked for before its file is here.
  const startSignedIn = () => {
    prefetch('/home', firstReadings)
    return startApp()
  }
  showFirstLogin(root, startSignedIn)
} else if (location.pathname === '/home' && isMember(user)) {
  // A browser has six ways to a server: the readings go before the rest of the app.
  document.head.append(document.querySelector<HTMLTemplateElement>('template#home')?.content ?? '')
  // The app's files arrive meanwhile; running them would hold up what the answers say.
  const look = import('./pages/first-home.ts').then(({ showFirstHome }) => showFirstHome(root))
  const patience = new Promise((resolve) => setTimeout(resolve, FIRST_LOOK_MS_MAX))
  void Promise.race([look, patience]).then(startApp, startApp)
} else void startApp()
