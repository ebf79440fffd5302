import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { buildFolder, isBuilt, web } from '../bin/built-folder.mjs';

/** Builds the web application if there is no build of the current sources. Returns whether it was built. */
export async function buildWeb(root: string, onProgress: (message: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(root, web)) return false;
  onProgress('Building the web application (once; a few seconds)');
  return buildFolder(root, web, (draft) => bundle(root, draft));
}

async function bundle(root: string, draft: string): Promise<void> {
  const { build } = await import('vite');
  // The bundler sets NODE_ENV for the whole process, and on a terminal it clears the progress line unless CI is set.
  const { NODE_ENV, CI } = process.env;
  process.env.CI = 'true';
  await build({
    configFile: false,
    root: join(root, 'web'),
    // Errors are thrown.
    logLevel: 'silent',
    plugins: [
      inlineFirst(join(root, 'web/src'), await bundleScript(join(root, 'web/src/first-requests.ts'))),
      preloadMain(join(root, 'web/src/main.tsx')),
    ],
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: draft,
      emptyOutDir: true,
      target: 'es2022',
      // The content security policy allows `data:` URLs only for images.
      assetsInlineLimit: 0,
      // One style sheet, so that the order of its rules does not depend on the order in which pages are opened.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      // One chunk for everything that the first page needs: many small ones compress worse and take more requests.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', test: /web\/src\/start\.ts$/, priority: 1 },
              { name: 'first', test: /web\/src\/main\.tsx$/ },
            ],
          },
        },
      },
      chunkSizeWarningLimit: 900,
    },
  });
  setVariable('NODE_ENV', NODE_ENV);
  setVariable('CI', CI);
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: draft })) compress(join(draft, path));
}

/** Bundles a script that is not a module. */
async function bundleScript(path: string): Promise<string> {
  const { build } = await import('vite');
  const options = { input: path, output: { format: 'iife' as const } };
  const result = await build({ configFile: false, logLevel: 'error', build: { write: false, target: 'es2022', rolldownOptions: options } });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${path} was not bundled.`);
  return bundle.output[0].code;
}

/**
 * Inlines the styles, the script that sets the theme and the one that sends the first requests, so that none of them waits for another
 * request. Only what the skeleton needs is in the head; the rest follows the skeleton, so that the browser can paint it first. The content
 * security policy allows the inlined code by its hashes.
 */
function inlineFirst(source: string, script: string): Plugin {
  const read = (path: string) => readFileSync(join(source, path), 'utf8');
  const inline = (tag: 'script' | 'style', children: string, injectTo: 'head' | 'body') => ({ tag, children: children.trim(), injectTo });
  return {
    name: 'inline-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const styles = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
        if (styles?.type !== 'asset') throw new Error('The bundle has no styles.');
        delete bundle[styles.fileName];
        return {
          html: html.replace(/\s*<link rel="stylesheet"[^>]*>/, ''),
          tags: [
            inline('script', read('shell/first-theme.js'), 'head'),
            inline('style', read('styles/tokens.css') + read('styles/base.css'), 'head'),
            inline('script', script, 'body'),
            inline('style', String(styles.source), 'body'),
          ],
        };
      },
    },
  };
}

/** Preloads the application, which start.ts runs later. `modulepreload` would also compile it, before the skeleton is painted. */
function preloadMain(path: string): Plugin {
  return {
    name: 'preload-main',
    transformIndexHtml(_, { bundle = {} }) {
      const main = Object.values(bundle).find((output) => output.type === 'chunk' && output.facadeModuleId === path);
      if (main?.type !== 'chunk') throw new Error(`${path} is not in the bundle.`);
      const files = new Set([main.fileName]);
      // Iterating over a set also visits the files that the loop adds.
      for (const file of files) {
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported);
      }
      const preload = (file: string) => ({ tag: 'link', attrs: { rel: 'preload', as: 'script', crossorigin: true, href: `/${file}` } });
      return [...files].map((file) => ({ ...preload(file), injectTo: 'head' as const }));
    },
  };
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Compresses a file at build time, so that the server does not have to. */
function compress(path: string): void {
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}
