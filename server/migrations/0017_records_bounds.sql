CREATE TABLE "email_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
-- Access records are kept for six months (Marco Civil, art. 15), and then not longer. Only this function deletes them: it
-- runs as the owner, and takes none that the machine's own clock holds for younger, whatever it is asked for.
CREATE FUNCTION purge_access_records(before timestamptz) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM public.audit WHERE at < least(before, now() - interval '184 days') RETURNING 1
  )
  SELECT count(*) FROM gone
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION purge_access_records(timestamptz) FROM PUBLIC;
