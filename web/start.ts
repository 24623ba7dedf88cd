import './ui/base.css'
import firstReadings from 'virtual:first-readings'
import { prefetch } from './api/early.ts'

prefetch(location.pathname, firstReadings)
void import('./main.tsx')
