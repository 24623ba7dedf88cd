import './ui/base.css'
import { askEarly } from './api/early.ts'

askEarly(location.pathname)
void import('./main.tsx')
