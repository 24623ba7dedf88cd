CREATE TABLE "scrub_results" (
	"scope" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"differences" jsonb NOT NULL
);
