import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { buildFolder, isBuilt, web } from '../bin/built-folder.mjs';

/** Builds the web application when it is missing or was built from other sources. Returns whether it was built. */
export async function buildWeb(root: string, onProgress: (words: string) => void = () => {}): Promise<boolean> {
  if (isBuilt(root, web)) return false;
  onProgress('Building the web application (once; a few seconds)');
  await buildFolder(root, web, (draft) => bundle(root, draft));
  return true;
}

async function bundle(root: string, draft: string): Promise<void> {
  const { build } = await import('vite');
  // The bundler sets NODE_ENV for the whole process, and on a terminal it clears the progress line unless CI is set.
  const { NODE_ENV, CI } = process.env;
  process.env.CI = 'true';
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    plugins: [inlineFirst(join(root, 'web/src')), preloadMain(join(root, 'web/src/main.tsx'))],
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: draft,
      emptyOutDir: true,
      target: 'es2022',
      // The content security policy allows `data:` URLs only for images.
      assetsInlineLimit: 0,
      // One file, so that the order of the rules does not depend on the pages that were opened.
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      // One file for everything the first page needs: many small ones compress worse and take more requests.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'early', test: /web\/src\/early\.ts$/, priority: 1 },
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
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: draft })) pack(join(draft, path));
}

/**
 * Puts the styles and the script that sets the theme into the page, so that its skeleton is painted without another request. Only what the
 * skeleton needs is before it: the browser paints while it still reads the rest. The policy of the page allows them by their hashes.
 */
function inlineFirst(source: string): Plugin {
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
            inline('style', String(styles.source), 'body'),
          ],
        };
      },
    },
  };
}

/** Loads the application together with the page; early.ts runs it later. `modulepreload` would compile it before the skeleton is painted. */
function preloadMain(path: string): Plugin {
  return {
    name: 'preload-main',
    transformIndexHtml(_, { bundle = {} }) {
      const main = Object.values(bundle).find((output) => output.type === 'chunk' && output.facadeModuleId === path);
      if (main?.type !== 'chunk') throw new Error(`${path} is not in the bundle.`);
      const files = new Set([main.fileName]);
      // Files added here are visited as well.
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

/** Compresses a file at build time, so that the server never has to. */
function pack(path: string): void {
  const plain = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
}
