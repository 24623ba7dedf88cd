import type { forecastCalls } from '#contracts/forecast.ts'
import type { Routes } from '#server/handler.ts'
import { circleForecast } from './circle-forecast.ts'
import { knownPlaces } from './known-places.ts'

export const forecastRoutes: Routes<keyof typeof forecastCalls> = {
  'GET /circle/forecast': (context) => circleForecast(context),
  'GET /circle/known-places': (context) => knownPlaces(context),
}
