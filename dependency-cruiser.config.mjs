/** The arrows of the house (docs/architecture.md). Each message says where the line belongs instead. */
const arrow = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    arrow('model-knows-nothing', 'model/ is pure data: move what needs the server or the web there.', { path: '^model/' }, { path: '^(server|web|seeds|scripts|tests|bench)/' }),
    arrow('model-needs-no-library', 'model/ stands on zod alone, so that both sides can load it.', { path: '^model/' }, { dependencyTypes: ['npm', 'npm-dev'], pathNot: 'node_modules/zod/' }),
    arrow('model-uses-small-zod', 'What the browser loads is made of zod/mini; the whole of zod is for model/schemas.ts and the server.', { path: '^(model|web)/', pathNot: '^model/(schemas|lists/views)\\.ts$' }, { path: 'node_modules/zod/(?!mini/)', dependencyTypesNot: ['type-only'] }),
    arrow('web-without-schemas', 'These bring the whole of zod: put what the web needs of them into a file beside them.', { path: '^web/' }, { path: '^model/(schemas|lists/views)\\.ts$', dependencyTypesNot: ['type-only'] }),
    arrow('seeds-are-data', 'seeds/ are data about the model: code that stores them belongs in server/seed/.', { path: '^seeds/', pathNot: '\\.test\\.ts$' }, { path: '^(server|web|scripts|tests|bench)/' }),
    arrow('server-without-web', 'web and server meet in model/ and on the wire only.', { path: '^server/' }, { path: '^web/' }),
    arrow('web-without-server', 'web and server meet in model/ and on the wire only.', { path: '^web/' }, { path: '^(server|seeds)/' }),
    arrow('server-kernel-below-features', 'The kernel is the floor: what joins features is passed in by server/app.ts.', { path: '^server/kernel/', pathNot: '\\.test\\.ts$|^server/kernel/services\\.ts$' }, { path: '^server/(features|seed|simulator)/|^server/[a-z-]+\\.ts$' }),
    arrow('server-features-alone', 'A feature never imports another: what two share goes down into server/kernel/.', { path: '^server/features/([^/]+/[^/]+)/', pathNot: '\\.test\\.ts$' }, { path: '^server/(features|seed|simulator)/|^server/[a-z-]+\\.ts$', pathNot: '^server/features/$1/' }),
    arrow('simulator-stands-alone', 'The simulator speaks for devices: it knows the kernel and the seeds, and only server/main.ts knows it.', { path: '^server/simulator/', pathNot: '\\.test\\.ts$' }, { path: '^server/(features|seed)/|^server/[a-z-]+\\.ts$' }),
    arrow('only-doors-touch-the-driver', 'Statements run inside inTenant or inPlatform (server/kernel/tenant.ts).', { path: '^(server|seeds|web|model)/', pathNot: '^server/kernel/(backups/(counts|engines)|database|embedded/vacuum|tenant|listen|migrate)\\.ts$|\\.test\\.ts$' }, { path: 'node_modules/(@types/)?pg/' }),
    arrow('only-the-worker-opens-the-engine', 'The embedded engine lives in server/kernel/embedded/.', { path: '^(server|seeds|web|model)/', pathNot: '^server/kernel/embedded/(cluster|create-cluster)\\.ts$' }, { path: 'node_modules/@electric-sql/' }),
    arrow('only-beside-the-server', 'The engine runs in its worker, or in a program that ends: never in the thread of the server.', { path: '^(server|seeds|web|model)/', pathNot: '^server/kernel/(embedded/worker|backups/embedded-program)\\.ts$' }, { path: '^server/kernel/embedded/cluster\\.ts$' }),
    arrow('web-ui-knows-no-noun', 'web/ui/ are parts for any product: what knows ours belongs in web/kernel/.', { path: '^web/ui/' }, { path: '^(web/(kernel|features|app)|model)/', pathNot: '^model/(rich-text|zone)\\.ts$' }),
    arrow('web-kernel-below-features', 'The kernel is the floor: what joins features belongs in web/app/.', { path: '^web/kernel/' }, { path: '^web/(features|app)/' }),
    arrow('web-features-alone', 'A feature never imports another: what two share goes down into web/kernel/.', { path: '^web/features/([^/]+/[^/]+)/' }, { path: '^web/(features|app)/', pathNot: '^web/features/$1/' }),
    arrow('no-circles', 'Two files that need each other are one idea, or a third is missing.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    arrow('every-import-resolves', 'The import leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.svg'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
