import { useSearchParams } from 'wouter';

type ParamChange = Record<string, string | null>;

/** Page state in the URL. An empty value removes its parameter. */
export function useParams(): [URLSearchParams, (change: ParamChange, options?: { replace?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const change = (changes: ParamChange, options: { replace?: boolean } = {}) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
      }
      return after;
    }, options);
  return [params, change];
}
