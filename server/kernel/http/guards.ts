/** Deny by default, checked before the server answers its first request. */
import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of this server, with what it declares; complete once the server is ready. */
    readonly routeList: readonly RouteOptions[]
  }
}

/**
 * Stops the start when a route declares no access.
 * @param reviewed The routes that may be public, as `GET /healthz`: which those are is the product's to say, not the kernel's.
 * @throws Error at start-up, when a route declares no access or is public without being on the list.
 */
export function guardRoutes(app: FastifyInstance, reviewed: ReadonlySet<string>): void {
  const routes: RouteOptions[] = []
  app.decorate('routeList', routes)
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', () => {
    for (const { method, url, config } of routes) {
      for (const verb of [method].flat()) {
        const name = `${verb} ${url}`
        if (!config?.access)
          throw new Error(`${name} does not declare who may call it: give it an access where it is implemented (implement() of http.ts)`)
        if (config.access === 'public' && !reviewed.has(name))
          throw new Error(`${name} is public but not on the reviewed list in server/public-routes.ts`)
      }
    }
  })
}
