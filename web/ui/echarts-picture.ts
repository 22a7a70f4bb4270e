/** The part of the drawing library that draws as SVG, without a page: loaded with the first picture that somebody saves. */
import { SVGRenderer } from 'echarts/renderers'
import { use as register } from 'echarts/core'
import { init } from './echarts.ts'

register([SVGRenderer])

/** The drawing of these options as the text of an SVG. @param width In pixels, as `height` */
export function drawnAsSvg(options: Record<string, unknown>, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  chart.setOption(options)
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
