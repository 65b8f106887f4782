# The formula, the table and k may come in any order: anonymize(df, 5, ~ age) or, as models are
# written, anonymize(age + sex ~ disease, df). Returns the arguments by what they are.
sort_arguments <- function(given) {
    is_formula <- function(x) inherits(x, "formula")
    is_table <- function(x) is.data.frame(x) || is.character(x)
    first <- given$data
    if (!is_formula(first) && !is_formula(given$k)) return(given)
    pool <- given[c("data", "k", "quasi")]
    formula <- pool[[which(vapply(pool, is_formula, NA))[1L]]]
    data <- Filter(is_table, if (is_formula(first)) pool[c("k", "quasi")] else pool["data"])
    numbers <- Filter(is.numeric, pool)
    if (!length(data)) refuse("data is missing: anonymize(", deparse1(formula), ", data = ...)")
    given$data <- data[[1L]]
    given$k <- if (length(numbers)) numbers[[1L]]
    given["quasi"] <- list(formula)
    given
}

# Both sides of a formula as roles.
split_formula <- function(given) {
    if (!inherits(given$quasi, "formula") || length(given$quasi) != 3L) return(given)
    sides <- both_sides(given$quasi)
    if (!is.null(given$sensitive))
        refuse("sensitive is given twice: as an argument and right of the formula's ~")
    given$quasi <- sides$quasi
    given$sensitive <- sides$sensitive
    given
}

columns_of <- function(data) if (is.data.frame(data)) enc2utf8(names(data))

anonymize <- function(data, k = 5, quasi = NULL, sensitive = NULL, identifier = NULL, person = NULL,
                      weight = NULL, household = NULL, hierarchies = NULL, population = NULL,
                      suppression = 0.02, recoding = NULL, algorithm = NULL, metric = NULL,
                      seed = NULL, threads = NULL, plan = NULL, output = NULL, report = FALSE,
                      public_report = FALSE, keep_best = FALSE, checkpoint = NULL, resume = NULL,
                      front = NULL, pick = NULL, progress = interactive(), ...) {
    given <- list(data = if (!missing(data)) data, quasi = quasi, sensitive = sensitive)
    given["k"] <- list(if (!missing(k)) k)
    given <- split_formula(sort_arguments(given))
    if (is.null(given$data)) refuse("data is missing: a data frame, or names of files", key = "input")
    arguments <- c(given[c("quasi", "sensitive", "k")],
                   list(identifier = identifier, person = person, weight = weight,
                        household = household, hierarchies = hierarchies, population = population,
                        recoding = recoding, algorithm = algorithm, metric = metric, seed = seed,
                        threads = threads, suppression = if (!missing(suppression)) suppression),
                   named_rest(...))
    if (is.null(plan)) {
        if (is.null(arguments$k)) arguments$k <- 5
        if (is.null(arguments$suppression)) arguments$suppression <- suppression
    }
    made <- fill_plan(open_plan(plan), arguments, columns_of(given$data))
    job <- list(output = one_path(output, "output"), report = isTRUE(report) || isTRUE(public_report),
                public_report = isTRUE(public_report), keep_best = isTRUE(keep_best),
                checkpoint = one_path(checkpoint, "checkpoint"), resume = one_path(resume, "resume"),
                front = one_path(front, "front"), pick = if (!is.null(pick)) as.character(pick))
    release_of(given$data, made, job, progress)
}

one_path <- function(path, what) {
    if (is.null(path)) return(NULL)
    if (!is.character(path) || length(path) != 1L || is.na(path)) refuse(what, " takes one name")
    path_names(path)
}

# A release of a data frame is made in memory first, also where it is written then.
release_of <- function(data, plan, job, progress) {
    output <- job$output
    if (is.data.frame(data)) job$output <- NULL
    if (is.data.frame(data) && is.function(progress)) data <- own_columns(data)
    answer <- run_call("anonymize", plan$pointer, c(job, input_of(data)), progress)
    rows_warning <- if (is.data.frame(data)) warn_of_row_names(data)
    if (!is.null(rows_warning))
        answer$warnings <- rbind(answer$warnings, told_frame(list(rows_warning), accepted = TRUE))
    if (answer$interrupted)
        tell_note("interrupted: this is the best release that was found until then", "kept_best")
    if (is.data.frame(data) && !is.null(output)) checked(.Call(C_table_write, answer$release, output))
    out <- release_object(answer, plan, data, output)
    signal_warnings(out$warnings)
    out
}

quasi_of <- function(plan) {
    names <- .Call(C_plan_attributes, plan$pointer)
    roles <- vapply(names, function(name)
        checked(.Call(C_plan_get, plan$pointer, paste0("attributes.", name, ".role"))), "")
    names[roles %in% "quasi"]
}

release_object <- function(answer, plan, data, output) {
    quasi <- quasi_of(plan)
    frame <- if (!is.null(answer$release))
        release_frame(answer$release, if (is.data.frame(data)) data, answer$kept, quasi,
                      identical(checked(.Call(C_plan_get, plan$pointer, "recoding")), "microaggregation"))
    structure(class = "shoal_release", table = answer$release, pointer = answer$pointer,
              list(data = frame, result = answer$result,
                   plan = if (is.na(answer$plan)) plan_yaml(plan) else answer$plan,
                   report = answer$report, warnings = answer$warnings, notes = answer$notes,
                   summary = answer$summary, json = answer$json, quasi = quasi, output = output,
                   kept = answer$kept))
}
